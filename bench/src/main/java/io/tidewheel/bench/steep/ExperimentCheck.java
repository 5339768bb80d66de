package io.tidewheel.bench.steep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Something that must hold after an experiment. */
record ExperimentCheck(String what, boolean holds, String seen) {
    String line() {
        return "%s: %s (%s)".formatted(holds ? "holds" : "DOES NOT HOLD", what, seen);
    }

    static ExperimentCheck allDoneOnce(ExperimentRecord observed, SteepExperiment experiment) {
        var times = new HashMap<Integer, Integer>();
        for (var chain : observed.chains()) times.merge(chain.index(), 1, Integer::sum);
        long succeeded = observed.chains().stream().filter(ChainSeen::succeeded).count();
        boolean holds = times.size() == experiment.chains()
                && succeeded == experiment.chains()
                && observed.chains().size() == experiment.chains()
                && observed.completions() == experiment.chains()
                && observed.otherEnds() == 0;
        return new ExperimentCheck(
                "every chain was completed exactly once",
                holds,
                "%,d chains, %,d succeeded, %,d completions accepted, %,d other ends"
                        .formatted(times.size(), succeeded, observed.completions(), observed.otherEnds()));
    }

    /** Chains went only to agents that offer what they require. */
    static ExperimentCheck placedByCapability(ExperimentRecord observed) {
        var offers = new HashMap<String, String>();
        for (var agent : observed.agents()) offers.put(agent.name(), agent.offers());
        long wrong = observed.chains().stream()
                .filter(chain -> !covers(offers.getOrDefault(chain.agent(), ""), chain.set()))
                .count();
        return new ExperimentCheck(
                "every chain ran where its capabilities are offered", wrong == 0, "%,d did not".formatted(wrong));
    }

    private static boolean covers(String offered, String wanted) {
        return List.of(offered.split("\\+")).containsAll(List.of(wanted.split("\\+")));
    }

    /** The busiest and the least busy agent of the same set differ by at most one chain. */
    static ExperimentCheck spreadEvenly(ExperimentRecord observed) {
        var counts = new LinkedHashMap<String, Integer>();
        for (var agent : observed.agents()) counts.put(agent.name(), 0);
        for (var chain : observed.chains()) counts.merge(chain.agent(), 1, Integer::sum);
        Map<String, List<Integer>> bySet = new TreeMap<>();
        for (var agent : observed.agents())
            bySet.computeIfAbsent(agent.offers(), _ -> new ArrayList<>()).add(counts.getOrDefault(agent.name(), 0));
        boolean even = bySet.values().stream().allMatch(each -> spread(each) <= 1);
        return new ExperimentCheck(
                "agents of the same set did equally many chains, or one more", even, "chains by agent: " + bySet);
    }

    private static int spread(List<Integer> counts) {
        return counts.stream().max(Integer::compare).orElse(0)
                - counts.stream().min(Integer::compare).orElse(0);
    }

    static ExperimentCheck withinLimits(Map<String, Integer> mostAtOnce) {
        boolean within =
                CapabilitySet.ALL.stream().allMatch(set -> mostAtOnce.getOrDefault(set.name(), 0) <= set.machines());
        return new ExperimentCheck("no set had more machines than it may", within, "most at a time: " + mostAtOnce);
    }

    static ExperimentCheck killed(int kills, long lost) {
        return new ExperimentCheck(
                "machines were killed and their chains were done by others",
                kills > 0 && lost > 0,
                "%,d killed, %,d attempts lost".formatted(kills, lost));
    }
}
