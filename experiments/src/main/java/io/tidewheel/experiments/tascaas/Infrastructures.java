package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** The three infrastructures of the paper, 32, 16 and 8 slots of different speed, as they fare with a seed. */
final class Infrastructures {
    static final List<Integer> SLOTS = List.of(32, 16, 8);
    /** The target times of the jobs, in seconds. */
    static final List<Long> TARGETS = List.of(3_600L, 2_700L, 2_100L, 1_500L, 900L);

    private static final List<String> NAMES = List.of("large", "middle", "small");
    /** Iterations per second of a slot that is alone. */
    private static final List<Double> SPEEDS = List.of(1_000.0, 750.0, 500.0);

    private static final long SCALE_TIME = 300;
    private static final long BOOT_SECONDS = 60;
    private static final long POLL_SECONDS = 2;
    private static final int JOBS_OF_A_KIND = 6;
    private static final long MEAN_INTERVAL = 420;
    private static final long SHORTEST_INTERVAL = 30;
    private static final int FIRST_PARTITIONS = 2;
    private static final int MOST_PARTITIONS = 10;
    private static final int LEAST_NEEDED = 2;
    private static final int MOST_NEEDED = 7;
    /** What neighbours usually leave. */
    private static final double USUALLY_LEFT = 0.85;

    private static final long LATE = 1_800;
    private static final long DROP_FROM = 5_000;
    private static final long DROP_TO = 7_400;
    private static final long SILENT_FROM = 9_000;
    private static final long SILENT_TO = 9_600;
    private static final long DEATHS_EVERY = 600;
    private static final double CHANCE_OF_DEATH = 0.01;

    private Infrastructures() {}

    /**
     * Jobs of all five targets come in irregular intervals to sites that follow the hint and have noisy neighbours. The small one joins after half an
     * hour, the middle one is slower by half for 40 minutes and cannot be heard for ten, and programs die everywhere.
     */
    static SiteSetting withJobs(long seed) {
        var sites = new ArrayList<SimSiteSpec>();
        for (int i = 0; i < SLOTS.size(); i++) {
            int number = i;
            var alone = NoisyNeighbours.USUAL.around(SPEEDS.get(i), SLOTS.get(i), seed * 31 + i);
            SlotSpeed speed = number != 1
                    ? alone
                    : (slot, second) -> alone.at(slot, second) * (second >= DROP_FROM && second < DROP_TO ? 0.5 : 1);
            sites.add(SimSiteSpec.fixed(NAMES.get(i), SLOTS.get(i), speed)
                    .elastic(Math.max(2, SLOTS.get(i) / 8), BOOT_SECONDS)
                    .polling(POLL_SECONDS)
                    .registering(i == 2 ? LATE : 0)
                    .with(fates(seed, number)));
        }
        return new SiteSetting(sites, jobs(seed), SCALE_TIME);
    }

    private static SiteFates fates(long seed, int site) {
        return (slot, _, second) -> {
            if (site == 1 && second >= SILENT_FROM && second < SILENT_TO) return ProgramFate.UNHEARD;
            if (slot == SiteFates.DAEMON || second % DEATHS_EVERY != 0) return ProgramFate.WELL;
            var dice = new SplittableRandom(((seed * 131 + site) * 131 + slot) * 100_003 + second / DEATHS_EVERY);
            return dice.nextDouble() < CHANCE_OF_DEATH ? ProgramFate.DEAD : ProgramFate.WELL;
        };
    }

    private static List<SimJobSpec> jobs(long seed) {
        var targets = new ArrayList<Long>();
        for (int i = 0; i < JOBS_OF_A_KIND; i++) targets.addAll(TARGETS);
        Collections.shuffle(targets, new Random(seed));
        var random = new SplittableRandom(seed);
        var jobs = new ArrayList<SimJobSpec>();
        long at = 0;
        for (long target : targets) {
            int needed = random.nextInt(LEAST_NEEDED, MOST_NEEDED + 1);
            long iterations = (long) (needed * meanSpeed() * USUALLY_LEFT * target * 0.9);
            jobs.add(new SimJobSpec(
                    "job-" + (jobs.size() + 1), at, iterations, target, FIRST_PARTITIONS, MOST_PARTITIONS, needed));
            at += SHORTEST_INTERVAL + (long) (-Math.log(1 - random.nextDouble()) * (MEAN_INTERVAL - SHORTEST_INTERVAL));
        }
        return jobs;
    }

    private static double meanSpeed() {
        double all = 0;
        int slots = 0;
        for (int i = 0; i < SLOTS.size(); i++) {
            all += SLOTS.get(i) * SPEEDS.get(i);
            slots += SLOTS.get(i);
        }
        return all / slots;
    }

    /** Each slot has a part of one job from the beginning, and no other part is ever made: only the balancing differs. */
    static List<BalancerContest> contests(long seed) {
        var same = List.of(1_000.0, 1_000.0, 1_000.0);
        var contests = new ArrayList<BalancerContest>();
        contests.add(contest("equal speeds, nobody disturbs", one(same, NoisyNeighbours.NONE, seed)));
        contests.add(contest("speeds 4:3:2, nobody disturbs", one(SPEEDS, NoisyNeighbours.NONE, seed)));
        contests.add(contest("equal speeds, noisy neighbours", one(same, NoisyNeighbours.USUAL, seed)));
        contests.add(contest("equal speeds, stubborn neighbours", one(same, NoisyNeighbours.STUBBORN, seed)));
        contests.add(contest(
                "equal speeds, the large site drops to half after 20 min",
                slower(one(same, NoisyNeighbours.NONE, seed), 0, 1_200, 0.5)));
        contests.add(contest(
                "equal speeds, the small site joins after 20 min",
                later(one(same, NoisyNeighbours.NONE, seed), 2, 1_200)));
        contests.add(contest(
                "speeds 4:3:2, noisy neighbours, the middle site drops to half after 20 min",
                slower(one(SPEEDS, NoisyNeighbours.USUAL, seed), 1, 1_200, 0.5)));
        return contests;
    }

    private static BalancerContest contest(String name, List<SimSiteSpec> sites) {
        int slots = sites.stream().mapToInt(SimSiteSpec::mostSlots).sum();
        double speed = 0;
        for (var site : sites) {
            for (int slot = 0; slot < site.mostSlots(); slot++)
                speed += site.speed().at(slot, 0);
        }
        long target = TARGETS.getFirst();
        var job = new SimJobSpec(name, 0, (long) (speed * target), target, slots, slots, slots);
        return BalancerContest.of(name, new SiteSetting(sites, List.of(job), SCALE_TIME));
    }

    private static List<SimSiteSpec> one(List<Double> speeds, NoisyNeighbours neighbours, long seed) {
        var sites = new ArrayList<SimSiteSpec>();
        for (int i = 0; i < SLOTS.size(); i++) {
            var speed = neighbours.around(speeds.get(i), SLOTS.get(i), seed * 37 + i);
            sites.add(SimSiteSpec.fixed(NAMES.get(i), SLOTS.get(i), speed).polling(POLL_SECONDS));
        }
        return sites;
    }

    private static List<SimSiteSpec> slower(List<SimSiteSpec> sites, int which, long from, double factor) {
        var next = new ArrayList<>(sites);
        var site = sites.get(which);
        var before = site.speed();
        next.set(
                which,
                SimSiteSpec.fixed(
                                site.name(),
                                site.slots(),
                                (slot, second) -> before.at(slot, second) * (second >= from ? factor : 1))
                        .polling(site.pollSeconds()));
        return next;
    }

    private static List<SimSiteSpec> later(List<SimSiteSpec> sites, int which, long second) {
        var next = new ArrayList<>(sites);
        next.set(which, sites.get(which).registering(second));
        return next;
    }
}
