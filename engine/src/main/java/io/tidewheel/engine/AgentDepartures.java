package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.SessionId;
import io.tidewheel.scheduling.LossCause;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What is remembered of the agents that went, to tell why one of them did. Only the latest are remembered. */
final class AgentDepartures {
    private static final int MOST_AGENTS = 10_000;
    private static final int MOST_CHAINS = 100_000;

    /** @param atWork the chains that were at work there */
    private record Departure(SessionId session, long nanos, Set<ChainId> atWork) {}

    private final ArrayDeque<Departure> recent = new ArrayDeque<>();
    /** How often chains were lost for a cause that does not count, while nobody came back with them. */
    private final Map<ChainId, Integer> vanished = new LinkedHashMap<>();

    /** Nothing is heard from an agent any more; it may yet come back. */
    void note(LiveSession session) {
        if (recent.size() >= MOST_AGENTS) recent.removeFirst();
        recent.add(new Departure(session.id, session.awaySinceNanos, Set.copyOf(session.atWork)));
    }

    /** Why an agent was lost, as one of its chains has to see it. */
    LossCause causeOf(LiveSession session, ChainId chain) {
        boolean heard = session.joins > 0;
        boolean expendable = session.machineGoes || (heard && session.limits.expendable());
        var cause = LossCause.of(new LossCause.Evidence(
                heard, session.endedItself, expendable, others(session, chain), vanished.getOrDefault(chain, 0)));
        if (cause == LossCause.SILENCE || cause == LossCause.TOGETHER) remember(chain);
        return cause;
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

    private void remember(ChainId chain) {
        vanished.merge(chain, 1, Integer::sum);
        if (vanished.size() > MOST_CHAINS)
            vanished.remove(vanished.keySet().iterator().next());
    }

    /** An agent came back with a chain. */
    void returned(ChainId chain) {
        vanished.computeIfPresent(chain, (_, times) -> times > 1 ? times - 1 : null);
    }
}
