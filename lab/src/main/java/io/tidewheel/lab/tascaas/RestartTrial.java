package io.tidewheel.lab.tascaas;

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
        Scenario scenario,
        String name,
        Manner manner,
        JobStory calm,
        List<JobStory> killed,
        List<JobStory> stopped,
        JobStory often) {
    /** A restart may cost so much of the time. */
    static final double MOST_TIME = 1.03;

    /** How long the server is away each time, in seconds. */
    private static final long DOWN = 5;

    /** In these parts of the time. */
    private static final List<Double> MOMENTS = List.of(0.12, 0.3, 0.5, 0.7, 0.9);

    /** Programs begin and report at such seconds, so that a server killed in one has not written down what it was told last. */
    private static final long BEAT = 10;

    private static final List<Manner> WITH_SERVER = List.of(Manner.SITES, Manner.ENGINE);

    public RestartTrial {
        killed = List.copyOf(killed);
        stopped = List.copyOf(stopped);
    }

    /** All places, and the noisy one with some seeds; jobs at foreign sites and such of our own agents. */
    static List<RestartTrial> all(long firstSeed, int noisySeeds) {
        var trials = new ArrayList<RestartTrial>();
        for (var manner : WITH_SERVER) {
            for (var scenario : Scenario.table()) trials.add(of(scenario, scenario.name(), manner));
            for (long seed = firstSeed; seed < firstSeed + noisySeeds; seed++)
                trials.add(of(Scenario.noisy(seed), "noisy, seed " + seed, manner));
        }
        return trials;
    }

    static RestartTrial of(Scenario scenario, String name, Manner manner) {
        var setting = scenario.setting();
        var calm = Simulation.of(setting, manner).only();
        var kills = new ArrayList<JobStory>();
        var stops = new ArrayList<JobStory>();
        var all = new ArrayList<Outage>();
        for (double moment : MOMENTS) {
            long second = (long) (moment * calm.seconds()) / BEAT * BEAT;
            kills.add(disturbed(setting, manner, List.of(Outage.kill(second, DOWN))));
            stops.add(disturbed(setting, manner, List.of(Outage.stop(second, DOWN))));
            all.add(Outage.kill(second, DOWN));
            all.add(Outage.stop(second + 2 * DOWN, DOWN));
        }
        return new RestartTrial(scenario, name, manner, calm, kills, stops, disturbed(setting, manner, all));
    }

    private static JobStory disturbed(Setting setting, Manner manner, List<Outage> outages) {
        return Simulation.of(setting.with(outages), manner).only();
    }

    /** How much of the time of the undisturbed one the slowest of them takes. */
    double worst(List<JobStory> stories) {
        return stories.stream()
                .mapToDouble(story -> (double) story.seconds() / calm.seconds())
                .max()
                .orElse(1);
    }

    double mostExecuted() {
        return all().stream().mapToDouble(JobStory::executedOver).max().orElse(0);
    }

    private List<JobStory> all() {
        var all = new ArrayList<>(killed);
        all.addAll(stopped);
        all.add(often);
        return all;
    }

    String where() {
        return manner == Manner.SITES ? "at foreign sites" : "on agents";
    }

    List<Check> checks() {
        double worst = Math.max(Math.max(worst(killed), worst(stopped)), worst(List.of(often)));
        return List.of(
                new Check(
                        "%s, %s: a restart costs at most 3 %% of the time".formatted(name, where()),
                        worst <= MOST_TIME,
                        String.format(Locale.ROOT, "%d s undisturbed, at worst %.4f of that", calm.seconds(), worst)),
                new Check(
                        "%s, %s: nothing is missing, and no more is done in vain".formatted(name, where()),
                        all().stream().noneMatch(JobStory::isShort) && mostExecuted() <= calm.executedOver() + 0.01,
                        String.format(
                                Locale.ROOT, "executed %.4f, undisturbed %.4f", mostExecuted(), calm.executedOver())));
    }
}
