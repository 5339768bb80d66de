package io.tidewheel.bench.steep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/**
 * What happened.
 *
 * @param completions how many successes the server accepted, over all of its life
 * @param otherEnds how many chains it saw fail or be cancelled
 */
record ExperimentRecord(List<ChainSeen> chains, List<AgentSeen> agents, long completions, long otherEnds) {
    ExperimentRecord {
        chains = List.copyOf(chains);
        agents = List.copyOf(agents);
    }

    /** In the order of the sets, then of arrival. */
    List<AgentRow> lanes() {
        var byAgent = new HashMap<String, List<ChainBar>>();
        for (var chain : chains) {
            byAgent.computeIfAbsent(chain.agent(), _ -> new ArrayList<>())
                    .add(new ChainBar(
                            chain.agent(), chain.set(), chain.finished() - chain.seconds(), chain.finished()));
        }
        var order = CapabilitySet.ALL.stream().map(CapabilitySet::name).toList();
        return agents.stream()
                .sorted(Comparator.comparingInt((AgentSeen agent) -> order.indexOf(agent.offers()))
                        .thenComparingDouble(AgentSeen::joined)
                        .thenComparing(AgentSeen::name))
                .map(agent -> new AgentRow(
                        agent.name(),
                        agent.offers(),
                        agent.joined(),
                        agent.killed(),
                        ChainBar.oneAtATime(byAgent.getOrDefault(agent.name(), List.of()))))
                .toList();
    }

    long losses() {
        return chains.stream().mapToLong(ChainSeen::losses).sum();
    }

    double lastFinished() {
        return chains.stream().mapToDouble(ChainSeen::finished).max().orElse(0);
    }

    double workSeconds() {
        return chains.stream().mapToDouble(ChainSeen::seconds).sum();
    }
}
