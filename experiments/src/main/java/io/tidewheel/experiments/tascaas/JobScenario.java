package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One of the trials in which the original was measured: a job of one million iterations at a place.
 *
 * @param id what it is called on the command line
 * @param somebodyDies whether work is lost on the way
 * @param published what the original's own functions and balancer came to with simulated programs
 */
public record JobScenario(
        String id,
        String name,
        long target,
        int partitions,
        List<SimSiteSpec> sites,
        boolean somebodyDies,
        Published published) {
    public static final long TOTAL = 1_000_000;
    /** The name of the trial that has a seed. */
    public static final String NOISY = "noisy";

    private static final double EASED = 1.15;
    private static final int MOST = 10;
    private static final long SCALE_TIME = 600;
    private static final int NOISY_SLOTS = 4;
    private static final int NOISY_MINUTES = 1_000;

    /** What is known of the original, as text because some of it is a range. */
    public record Published(String makespan, String started, String executed, String uploaded) {}

    public JobScenario {
        sites = List.copyOf(sites);
    }

    SiteSetting setting() {
        var job = new SimJobSpec(id, 0, TOTAL, target, partitions, MOST, partitions);
        return new SiteSetting(sites, List.of(job), SCALE_TIME);
    }

    public SimJobResult told(BalancingMode manner) {
        return SiteSimulation.of(setting(), manner).only();
    }

    /** How long it takes at best, see {@link SiteSetting#leastSeconds}. */
    public long least() {
        return setting().leastSeconds(TOTAL);
    }

    public boolean isFeasible() {
        return least() <= target;
    }

    /**
     * The same with 15 % more time than is needed at best, so that the target can be met. With a tenth it cannot always, unless one knows beforehand
     * that half of the slots will become slower.
     */
    public JobScenario eased() {
        long time = (long) Math.ceil(EASED * least());
        return new JobScenario(
                id + "-eased",
                name + ", 15 % to spare",
                time,
                partitions,
                sites,
                somebodyDies,
                new Published("", "", "", ""));
    }

    JobScenario listening() {
        var listening = sites.stream().map(SimSiteSpec::listening).toList();
        return new JobScenario(id, name, target, partitions, listening, somebodyDies, published);
    }

    /** All scenarios that have no seed. */
    public static List<JobScenario> table() {
        return List.of(
                of(
                        "two-equal",
                        "two equal, 2 slots",
                        1_000,
                        2,
                        SimSiteSpec.fixed("site", 2, (_, _) -> 500),
                        "1140 3 1.063 1.063"),
                of(
                        "unequal",
                        "speeds 4:2:1:1",
                        1_000,
                        4,
                        SimSiteSpec.fixed("site", 4, (slot, _) -> slot < 2 ? 500 >> slot : 125),
                        "1120 5 1.029 1.029"),
                dies(),
                of(
                        "needs-four",
                        "1 partition, needs 4",
                        1_500,
                        1,
                        SimSiteSpec.fixed("site", 4, (_, _) -> 200),
                        "1475 4 1.023 1.023"),
                of(
                        "half-drop",
                        "half drop to 1/4 at 400 s",
                        1_000,
                        4,
                        SimSiteSpec.fixed("site", 5, (slot, second) -> slot < 2 && second >= 400 ? 62.5 : 250),
                        "1240 5 1.042 1.042"),
                of(
                        "impossible",
                        "impossible, no free slots",
                        500,
                        2,
                        SimSiteSpec.fixed("site", 2, (_, _) -> 250),
                        "2270 10 1.103 1.103"));
    }

    private static JobScenario of(
            String id, String name, long target, int partitions, SimSiteSpec site, String published) {
        return new JobScenario(id, name, target, partitions, List.of(site), false, published(published));
    }

    private static Published published(String text) {
        var words = text.split(" ");
        return new Published(words[0], words[1], words[2], words[3]);
    }

    private static JobScenario dies() {
        var site = SimSiteSpec.fixed("site", 4, (_, _) -> 250)
                .with((_, number, second) -> number == 1 && second >= 300 ? ProgramFate.DEAD : ProgramFate.WELL);
        return new JobScenario(
                "one-dies", "1 of 4 dies at 300 s", 1_000, 4, List.of(site), true, published("1065 5 1.031 0.956"));
    }

    /** Four sites of one slot whose speed is drawn anew every minute within 40 %. */
    public static JobScenario noisy(long seed) {
        var random = new SplittableRandom(seed);
        var sites = new ArrayList<SimSiteSpec>();
        for (int i = 0; i < NOISY_SLOTS; i++) {
            var factors = random.doubles(NOISY_MINUTES, 0.6, 1.4).toArray();
            sites.add(SimSiteSpec.fixed(
                    "site-" + i, 1, (_, second) -> 250 * factors[(int) Math.min(second / 60, NOISY_MINUTES - 1)]));
        }
        return new JobScenario(
                NOISY,
                "4 slots, speed within 40 % each minute",
                1_200,
                4,
                sites,
                false,
                published("1002-1160 4-5 1.013-1.055 1.013-1.055"));
    }
}
