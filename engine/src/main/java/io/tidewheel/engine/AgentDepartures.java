package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.SessionId;
import io.tidewheel.scheduling.LossCause;
import java.util.ArrayDeque;
import java.util.Set;

/** What is remembered of the agents that went, to tell why one of them did. Only the latest are remembered. */
final class AgentDepartures {
    private static final int MOST_AGENTS = 10_000;

    /** @param atWork the chains that were at work there */
    private record Departure(SessionId session, long nanos, Set<ChainId> atWork) {}

    private final ArrayDeque<Departure> recent = new ArrayDeque<>();

    /** Nothing is heard from an agent any more; it may yet come back. */
    void note(LiveSession session) {
        if (recent.size() >= MOST_AGENTS) recent.removeFirst();
        recent.add(new Departure(session.id, session.awaySinceNanos, Set.copyOf(session.atWork)));
    }

    /**
     * Why an agent was lost, as one of its chains has to see it.
     *
     * @param before how often agents were lost with the chain for causes that do not count, and have not come back since
     */
    LossCause causeOf(LiveSession session, ChainId chain, int before) {
        boolean heard = session.joins > 0;
        boolean expendable = session.machineGoes || (heard && session.limits.expendable());
        return LossCause.of(
                new LossCause.Evidence(heard, session.endedItself, expendable, others(session, chain), before));
    }

    /** How many other agents went at the same time, without the chain; not all are counted when there are many. */
    private int others(LiveSession session, ChainId chain) {
        int others = 0;
        for (var each : recent) {
            if (each.session.equals(session.id) || each.atWork.contains(chain)) continue;
            if (Math.abs(each.nanos - session.awaySinceNanos) > LossCause.SAME_TIME.toNanos()) continue;
            if (++others >= LossCause.MANY) return others;
        }
        return others;
    }
}
