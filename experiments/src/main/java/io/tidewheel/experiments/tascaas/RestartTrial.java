package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A scenario whose server goes down on the way, beside the same without that.
 *
 * @param killed each with one kill
 * @param stopped each with one stop in good order
 * @param often with many of both
 */
public record RestartTrial(
        JobScenario scenario,
        String name,
        BalancingMode manner,
        SimJobResult calm,
        List<SimJobResult> killed,
        List<SimJobResult> stopped,
        SimJobResult often) {
    /** A restart may cost so much of the time. */
    static final double MOST_TIME = 1.03;

    /** How long the server is away each time, in seconds. */
    private static final long DOWN = 5;

    /** In these parts of the time. */
    private static final List<Double> MOMENTS = List.of(0.12, 0.3, 0.5, 0.7, 0.9);

    /** Programs begin and report at such seconds, so that a server killed in one has not written down what it was told last. */
    private static final long BEAT = 10;

    private static final List<BalancingMode> WITH_SERVER = List.of(BalancingMode.SITES, BalancingMode.ENGINE);

    public RestartTrial {
        killed = List.copyOf(killed);
        stopped = List.copyOf(stopped);
    }

    /** All places, and the noisy one with some seeds; jobs at foreign sites and such of our own agents. */
    static List<RestartTrial> all(long firstSeed, int noisySeeds) {
        var trials = new ArrayList<RestartTrial>();
        for (var manner : WITH_SERVER) {
            for (var scenario : JobScenario.table()) trials.add(of(scenario, scenario.name(), manner));
            for (long seed = firstSeed; seed < firstSeed + noisySeeds; seed++)
                trials.add(of(JobScenario.noisy(seed), "noisy, seed " + seed, manner));
        }
        return trials;
    }

    static RestartTrial of(JobScenario scenario, String name, BalancingMode manner) {
        var setting = scenario.setting();
        var calm = SiteSimulation.of(setting, manner).only();
        var kills = new ArrayList<SimJobResult>();
        var stops = new ArrayList<SimJobResult>();
        var all = new ArrayList<ServerOutage>();
        for (double moment : MOMENTS) {
            long second = (long) (moment * calm.seconds()) / BEAT * BEAT;
            kills.add(disturbed(setting, manner, List.of(ServerOutage.kill(second, DOWN))));
            stops.add(disturbed(setting, manner, List.of(ServerOutage.stop(second, DOWN))));
            all.add(ServerOutage.kill(second, DOWN));
            all.add(ServerOutage.stop(second + 2 * DOWN, DOWN));
        }
        return new RestartTrial(scenario, name, manner, calm, kills, stops, disturbed(setting, manner, all));
    }

    private static SimJobResult disturbed(SiteSetting setting, BalancingMode manner, List<ServerOutage> outages) {
        return SiteSimulation.of(setting.with(outages), manner).only();
    }

    /** How much of the time of the undisturbed one the slowest of them takes. */
    double worst(List<SimJobResult> stories) {
        return stories.stream()
                .mapToDouble(story -> (double) story.seconds() / calm.seconds())
                .max()
                .orElse(1);
    }

    double mostExecuted() {
        return all().stream().mapToDouble(SimJobResult::executedOver).max().orElse(0);
    }

    private List<SimJobResult> all() {
        var all = new ArrayList<>(killed);
        all.addAll(stopped);
        all.add(often);
        return all;
    }

    String where() {
        return manner == BalancingMode.SITES ? "at foreign sites" : "on agents";
    }

    List<FindingCheck> checks() {
        double worst = Math.max(Math.max(worst(killed), worst(stopped)), worst(List.of(often)));
        return List.of(
                new FindingCheck(
                        "%s, %s: a restart costs at most 3 %% of the time".formatted(name, where()),
                        worst <= MOST_TIME,
                        String.format(Locale.ROOT, "%d s undisturbed, at worst %.4f of that", calm.seconds(), worst)),
                new FindingCheck(
                        "%s, %s: nothing is missing, and no more is done in vain".formatted(name, where()),
                        all().stream().noneMatch(SimJobResult::isShort) && mostExecuted() <= calm.executedOver() + 0.01,
                        String.format(
                                Locale.ROOT, "executed %.4f, undisturbed %.4f", mostExecuted(), calm.executedOver())));
    }
}
