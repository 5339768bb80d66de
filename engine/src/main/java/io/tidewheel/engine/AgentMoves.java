package io.tidewheel.engine;

import io.tidewheel.model.SessionId;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Chooses which agents go to another server, and remembers for a while who was sent away. */
final class AgentMoves {
    /** An agent that could not go where it was sent is not sent away again for so long. */
    private static final long COMES_BACK_NANOS = Duration.ofMinutes(10).toNanos();
    /** An agent that was sent to another server and is still here stays. */
    private static final long MOVING_NANOS = Duration.ofSeconds(10).toNanos();

    private final Map<SessionId, Long> sentAway = new LinkedHashMap<>();

    /** Agents were sent away that are still here. */
    static boolean areMoving(Collection<LiveSession> sessions) {
        return sessions.stream().anyMatch(LiveSession::isMoving);
    }

    /**
     * Forgets the agents that are heard elsewhere: they have reached the server they were sent to. If one comes back, that is because
     * something has happened to that server.
     */
    void noteArrivals(Predicate<SessionId> isHeardElsewhere) {
        sentAway.keySet().removeIf(isHeardElsewhere);
    }

    /** Tells so many agents to go there, those that hold least first. Who did not get there is left alone, unless all are to go. */
    List<LiveSession> begin(Turn turn, Collection<LiveSession> sessions, String address, int count, boolean all) {
        sentAway.values().removeIf(at -> turn.nanos - at > COMES_BACK_NANOS);
        var going = sessions.stream()
                .filter(session -> session.connected && !session.isMoving() && !session.draining)
                .filter(session -> all || (!sentAway.containsKey(session.id) && !AgentFunding.costs(session)))
                .sorted(Comparator.comparingInt(session -> session.leases.size()))
                .limit(count)
                .toList();
        for (var session : going) {
            session.move(address, turn.nanos + MOVING_NANOS);
            sentAway.put(session.id, turn.nanos);
        }
        return going;
    }
}
