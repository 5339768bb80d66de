package io.tidewheel.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The sessions whose agents are to be told something at the end of the turn: with very many agents a turn looks at these alone. */
final class PendingOrders {
    private final Set<LiveSession> sessions = new LinkedHashSet<>();
    private long opened;

    /** A number for a session; later ones have greater numbers. */
    long nextNumber() {
        return ++opened;
    }

    /** There is something to tell. */
    void add(LiveSession session) {
        sessions.add(session);
    }

    /** The sessions that were added since this was asked last, the oldest first. */
    List<LiveSession> take() {
        if (sessions.isEmpty()) return List.of();
        var taken = new ArrayList<>(sessions);
        sessions.clear();
        taken.sort(Comparator.comparingLong(session -> session.number));
        return taken;
    }
}
