package io.tidewheel.experiments.pfa;

import io.tidewheel.experiments.workloads.ArrivalTrace;
import io.tidewheel.experiments.workloads.PaperWorkloads;
import io.tidewheel.experiments.workloads.RunTimeRule;
import io.tidewheel.simulation.elastic.FleetScenario;
import io.tidewheel.simulation.elastic.NamedPolicy;
import io.tidewheel.simulation.elastic.PolicySimulation;
import io.tidewheel.simulation.elastic.ScenarioResult;
import io.tidewheel.simulation.workloads.Workload;
import io.tidewheel.workflow.imports.TaskGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Does trials: each policy meets the same workflows at the same moments, once for each set of each seed.
 *
 * @param seeds how many times each set is drawn anew
 * @param files workflow files as input, for trials that want them
 * @param filesShorterBy how much shorter the tasks of files are made
 * @param trace when workflows arrive, if not at random
 * @param conditions what the world is like
 */
public record PfaLab(
        long seed,
        int seeds,
        List<Integer> sets,
        FleetScenario.DispatchMode mode,
        List<TaskGraph> files,
        double filesShorterBy,
        Optional<ArrivalTrace> trace,
        FleetScenario.Conditions conditions) {
    public static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int OF_EACH_TYPE = PaperWorkloads.MACHINES / 2;
    private static final int WORKFLOWS_OF_FILES = 200;
    private static final int WARM_ROUNDS = 6;

    public PfaLab {
        sets = List.copyOf(sets);
        files = List.copyOf(files);
        if (seeds < 1) throw new IllegalArgumentException("at least 1 seed is needed, not " + seeds);
        if (sets.isEmpty()) throw new IllegalArgumentException("at least one set is needed: 0, 1 or 2");
    }

    /** All three sets, drawn once. */
    public static PfaLab of(long seed, int seeds) {
        return new PfaLab(
                seed,
                seeds,
                List.of(0, 1, 2),
                FleetScenario.DispatchMode.PLACEMENT,
                List.of(),
                30,
                Optional.empty(),
                FleetScenario.Conditions.FINE);
    }

    /** Lets a policy decide for a while before its decisions are timed, so that the compiler is done with it. */
    public void warmUp(NamedPolicy contestant) {
        var seen = DecisionSpeed.observation(20, 60, 40, seed);
        for (int i = 0; i < WARM_ROUNDS; i++) DecisionSpeed.measure(contestant, seen);
    }

    public TrialSummary run(PolicyTrial trial) {
        var played = new ArrayList<ScenarioResult>();
        for (int i = 0; i < seeds; i++)
            for (int set : sets) played.add(PolicySimulation.play(scenario(trial, set, seed + i)));
        return TrialSummary.of(trial, played);
    }

    private FleetScenario scenario(PolicyTrial trial, int set, long withSeed) {
        var drawn = workload(trial.source(), set, withSeed);
        return new FleetScenario(
                trace.map(each -> each.applyTo(drawn)).orElse(drawn),
                FleetScenario.smallAndLarge(OF_EACH_TYPE, INTERVAL),
                INTERVAL,
                trial.budgets(),
                trial.contestant().policy(),
                withSeed * 31 + set,
                // Nobody can tell a server how long tasks take: who must know it is played without the fleet.
                mode == FleetScenario.DispatchMode.FLEET
                                && trial.contestant().policy().knowsRunTimes()
                        ? FleetScenario.DispatchMode.ENGINE
                        : mode,
                conditions);
    }

    private Workload workload(PolicyTrial.Source source, int set, long withSeed) {
        return switch (source) {
            case PolicyTrial.Source.Drawn(var rule) -> PaperWorkloads.paper(rule, set, withSeed);
            case PolicyTrial.Source.Files(var name) ->
                PaperWorkloads.ofGraphs(
                        name, files, WORKFLOWS_OF_FILES, filesShorterBy, RunTimeRule.WORKLOAD_I, withSeed * 7 + set);
        };
    }
}
