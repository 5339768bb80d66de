package io.tidewheel.engine;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.LogChunk;
import java.util.Collection;

/** Tells apart, for one message of an agent, what is its own, what was, and what another agent holds. */
final class OwnAttempts {
    private static final int MOST_SEARCHES = 64;

    private final Collection<LiveSession> sessions;
    private final EngineCounters counters;
    private final Turn turn;
    private final LiveSession session;
    private int searches;

    OwnAttempts(Collection<LiveSession> sessions, EngineCounters counters, Turn turn, LiveSession session) {
        this.sessions = sessions;
        this.counters = counters;
        this.turn = turn;
        this.session = session;
    }

    /** True if a piece of output is of an attempt that is the agent's own. */
    boolean hasOutput(LogChunk chunk) {
        var lease = session.leases.get(chunk.chain());
        if (lease != null && lease.lease.attempt() == chunk.attempt()) return true;
        if (session.shown.contains(new HeldAttempt(chunk.chain(), chunk.attempt(), true))) return true;
        isAnothers(chunk.chain(), chunk.attempt());
        return false;
    }

    /** True if another agent holds this very attempt: then it is counted, and written down once for each connection. */
    boolean isAnothers(ChainId chain, int attempt) {
        // A message with very many of them is not worth a search for each.
        if (searches++ >= MOST_SEARCHES) return false;
        for (var other : sessions) {
            if (other == session) continue;
            var lease = other.leases.get(chain);
            if (lease == null || lease.lease.attempt() != attempt) continue;
            reproach("attempt %d of %s, which agent %s holds".formatted(attempt, chain, other.name()));
            return true;
        }
        return false;
    }

    /** Whether the agent holds an attempt. */
    boolean has(HeldAttempt named) {
        var lease = session.leases.get(named.chain());
        if (lease != null && lease.lease.attempt() == named.attempt()) return true;
        isAnothers(named.chain(), named.attempt());
        return false;
    }

    private void reproach(String what) {
        counters.forgeriesRefused.increment();
        if (session.reproached) return;
        session.reproached = true;
        turn.changes
                .audit()
                .add(new AuditEntry(
                        turn.now, "agent " + session.name(), "forgery-refused", "session " + session.id, what));
    }
}
