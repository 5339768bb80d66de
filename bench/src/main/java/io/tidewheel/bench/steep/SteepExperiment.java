package io.tidewheel.bench.steep;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is to be done.
 *
 * @param number as in the paper, 1 to 4
 * @param chains how many, in equal parts for each capability set
 * @param length how long each takes
 * @param agents how many agents there are from the start; 0: machines are made on demand
 * @param kills how many machines are killed meanwhile
 */
public record SteepExperiment(int number, int chains, Duration length, int agents, int kills) {
    public static final int MOST_CHAINS = 1_000_000;

    public SteepExperiment {
        if (number < 1 || number > 4) throw new IllegalArgumentException("there are experiments 1 to 4, not " + number);
        if (chains < CapabilitySet.ALL.size() || chains > MOST_CHAINS) {
            throw new IllegalArgumentException("an experiment has %d to %,d chains, not %,d"
                    .formatted(CapabilitySet.ALL.size(), MOST_CHAINS, chains));
        }
        if (length.toNanos() < 0 || length.compareTo(Duration.ofHours(1)) > 0)
            throw new IllegalArgumentException("a chain takes up to an hour, not " + length);
        if (agents != 0 && (agents < 8 || agents > 10_000))
            throw new IllegalArgumentException("an experiment has 8 to 10,000 agents, not %,d".formatted(agents));
    }

    /** An experiment of the paper; the lengths of its chains are ours. */
    public static SteepExperiment of(int number) {
        return switch (number) {
            case 1 -> new SteepExperiment(1, paperChains(1), Duration.ofSeconds(2), 0, 0);
            case 2 -> new SteepExperiment(2, paperChains(2), Duration.ofSeconds(1), 0, 0);
            case 3 -> new SteepExperiment(3, paperChains(3), Duration.ofMillis(10), 1_000, 0);
            case 4 -> new SteepExperiment(4, paperChains(4), Duration.ofSeconds(1), 0, 6);
            default -> throw new IllegalArgumentException("there are experiments 1 to 4, not " + number);
        };
    }

    static int paperChains(int number) {
        return switch (number) {
            case 1 -> 100;
            case 3 -> 300_000;
            default -> 1_000;
        };
    }

    public SteepExperiment withChains(int other) {
        return new SteepExperiment(number, other, length, agents, kills);
    }

    public SteepExperiment withAgents(int other) {
        return new SteepExperiment(number, chains, length, other, kills);
    }

    /** The same with chains that take longer (above 1) or shorter (below 1). */
    public SteepExperiment scaled(double factor) {
        if (!(factor >= 0 && factor <= 1_000))
            throw new IllegalArgumentException("a scale is from 0 to 1,000, not " + factor);
        return new SteepExperiment(
                number, chains, Duration.ofNanos(Math.round(length.toNanos() * factor)), agents, kills);
    }

    boolean onDemand() {
        return agents == 0;
    }

    /** How many chains require each set. */
    Map<String, Integer> chainsBySet() {
        var counts = new TreeMap<String, Integer>();
        for (int i = 0; i < chains; i++)
            counts.merge(CapabilitySet.ALL.get(i % CapabilitySet.ALL.size()).name(), 1, Integer::sum);
        return counts;
    }

    /** How many agents of each set there are, or may be. */
    Map<String, Integer> agentsBySet() {
        var counts = new TreeMap<String, Integer>();
        int machines =
                CapabilitySet.ALL.stream().mapToInt(CapabilitySet::machines).sum();
        int left = agents;
        for (var set : CapabilitySet.ALL) {
            int count = onDemand() ? set.machines() : agents * set.machines() / machines;
            counts.put(set.name(), count);
            left -= count;
        }
        if (!onDemand()) counts.merge(CapabilitySet.ALL.getFirst().name(), left, Integer::sum);
        return counts;
    }

    /** No schedule is shorter: whichever sets one looks at, their chains share the agents that offer one of them. */
    Duration ideal() {
        List<CapabilitySet> all = CapabilitySet.ALL;
        long rounds = 0;
        for (int chosen = 1; chosen < 1 << all.size(); chosen++) {
            int mask = chosen;
            long work = 0;
            long workers = 0;
            for (int i = 0; i < all.size(); i++) {
                if ((mask >> i & 1) == 1)
                    work += chainsBySet().getOrDefault(all.get(i).name(), 0);
                var agent = all.get(i);
                boolean helps = false;
                for (int k = 0; k < all.size(); k++) helps |= (mask >> k & 1) == 1 && agent.offers(all.get(k));
                if (helps) workers += agentsBySet().getOrDefault(agent.name(), 0);
            }
            rounds = Math.max(rounds, (work + workers - 1) / workers);
        }
        return length.multipliedBy(rounds);
    }
}
