package io.tidewheel.server.http;

import io.tidewheel.model.Role;
import io.tidewheel.protocol.HeldMemory;
import io.tidewheel.server.access.Caller;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Counts the conversations that last, by token and in all, and says no when there are too many. */
final class OpenWatchers {
    private final WatcherLimits limits;
    private final StatusCounts tallies;
    private final Map<String, Integer> open = new HashMap<>();
    private int inAll;

    OpenWatchers(WatcherLimits limits, StatusCounts tallies) {
        this.limits = limits;
        this.tallies = tallies;
    }

    /** One more, until it is closed; throws a problem if that is one too many. */
    HeldMemory enter(Optional<Caller> caller) {
        if (caller.isPresent() && caller.get().role() == Role.AGENT) return HeldMemory.NONE;
        var token = caller.map(Caller::tokenId).orElse("");
        add(token);
        var closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) remove(token);
        };
    }

    private synchronized void add(String token) {
        int before = open.getOrDefault(token, 0);
        if (before >= limits.perToken())
            throw tooMany("this token has %,d".formatted(before), "--connections-per-token");
        if (inAll >= limits.inAll()) throw tooMany("there are %,d".formatted(inAll), "--connections");
        open.put(token, before + 1);
        inAll++;
        tallies.watchers(inAll);
    }

    private synchronized void remove(String token) {
        open.computeIfPresent(token, (_, count) -> count == 1 ? null : count - 1);
        inAll--;
        tallies.watchers(inAll);
    }

    private ProblemException tooMany(String how, String option) {
        tallies.watcherRefused();
        return HttpProblem.of(
                        429,
                        "too-many-connections",
                        "%s lasting connections open (links, events, output that flows), and more are not accepted: close some, or start the server with %s N"
                                .formatted(how, option))
                .with("Retry-After", "5")
                .asException();
    }
}
