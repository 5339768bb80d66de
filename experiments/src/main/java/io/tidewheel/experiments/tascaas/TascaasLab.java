package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Does TaScaaS's experiments again. The same options give the same findings, to the last digit. */
public final class TascaasLab {
    /** Jobs at the infrastructures of the paper. */
    public static final String INFRASTRUCTURES = "infrastructures";
    /** Servers that are killed and stopped while jobs run. */
    public static final String RESTARTS = "restarts";
    /** The balancers against a job that is split once. */
    public static final String STATIC = "static";

    /** More would only take time. */
    public static final int MOST_SEEDS = 100_000;

    private static final int PROGRESS_EVERY = 20;
    private static final int RESTARTS_WITH_NOISE = 5;

    private TascaasLab() {}

    /**
     * What to do.
     *
     * @param scenarios of those that are {@link #known}
     * @param seed the first one
     * @param seeds how many of them the noisy scenario is done with
     */
    public record Options(Set<String> scenarios, long seed, int seeds) {
        public Options {
            scenarios = new TreeSet<>(scenarios);
            for (var each : scenarios) {
                if (!known().contains(each)) {
                    throw new IllegalArgumentException(
                            "there is no scenario '%s': there are %s".formatted(each, String.join(", ", known())));
                }
            }
            if (scenarios.isEmpty()) throw new IllegalArgumentException("there is at least one scenario to do");
            if (seeds < 1 || seeds > MOST_SEEDS) {
                throw new IllegalArgumentException("seeds are from 1 to %,d, not %d".formatted(MOST_SEEDS, seeds));
            }
        }
    }

    /** All scenarios by name. */
    public static List<String> known() {
        var names = new ArrayList<String>();
        for (var scenario : JobScenario.table()) names.add(scenario.id());
        names.addAll(List.of(JobScenario.NOISY, RESTARTS, STATIC, INFRASTRUCTURES));
        return names;
    }

    public static TascaasFindings run(Options options, Consumer<String> progress) {
        var trials = new ArrayList<BalancerTrial>();
        for (var scenario : JobScenario.table()) {
            if (!options.scenarios.contains(scenario.id())) continue;
            progress.accept(scenario.name());
            trials.add(BalancerTrial.of(scenario));
            trials.add(BalancerTrial.of(scenario.eased()));
        }
        return new TascaasFindings(
                options,
                trials,
                noisy(options, progress),
                restarts(options, progress),
                contests(options, progress),
                campaign(options, progress));
    }

    private static Optional<NoisyTrials> noisy(Options options, Consumer<String> progress) {
        if (!options.scenarios.contains(JobScenario.NOISY)) return Optional.empty();
        return Optional.of(NoisyTrials.of(options.seed, options.seeds, done -> {
            if (done % PROGRESS_EVERY == 0 || done == options.seeds)
                progress.accept("noisy: %d of %d seeds".formatted(done, options.seeds));
        }));
    }

    private static List<RestartTrial> restarts(Options options, Consumer<String> progress) {
        if (!options.scenarios.contains(RESTARTS)) return List.of();
        progress.accept("servers that are killed and stopped while jobs run");
        return RestartTrial.all(options.seed, Math.min(options.seeds, RESTARTS_WITH_NOISE));
    }

    private static List<BalancerContest> contests(Options options, Consumer<String> progress) {
        if (!options.scenarios.contains(STATIC)) return List.of();
        progress.accept("one job at three sites, split once and balanced");
        return Infrastructures.contests(options.seed);
    }

    private static Optional<JobCampaign> campaign(Options options, Consumer<String> progress) {
        return options.scenarios.contains(INFRASTRUCTURES)
                ? Optional.of(JobCampaign.of(options.seed, progress))
                : Optional.empty();
    }
}
