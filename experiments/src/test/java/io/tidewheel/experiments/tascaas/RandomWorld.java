package io.tidewheel.experiments.tascaas;

import io.tidewheel.balancing.BalancedJob;
import io.tidewheel.balancing.BalancerDecision;
import io.tidewheel.balancing.PartitionState;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Sites and a job made from a seed. */
record RandomWorld(SiteSetting setting) {
    static final long TOTAL = 1_000_000;
    private static final int MOST = 12;
    private static final int MINUTES = 1_000;
    private static final int TROUBLED_PERIODS = 8;
    private static final long SCALE_TIME = 600;

    /** How it went, with what the balancer thinks of it. */
    record Ending(SimJobResult story, BalancedJob job, List<BalancerDecision> decisions) {
        /** Iterations in stored results of parts that had once been given up: others may have done them too. */
        long regained() {
            long sum = 0;
            for (var decision : decisions) {
                if (decision instanceof BalancerDecision.GiveUp(int index, long _, String _)
                        && job.partitions().get(index).state() instanceof PartitionState.Stored stored) {
                    sum += stored.count();
                }
            }
            return sum;
        }
    }

    /** Speeds change, and some by a lot; the target is one that can be met with a quarter of the time to spare. */
    static RandomWorld changeable(long seed) {
        return of(seed, (_, _, _) -> ProgramFate.WELL);
    }

    /** The same, and programs fall silent, stand still and die. */
    static RandomWorld troubled(long seed) {
        int period = new SplittableRandom(seed).nextInt(100, 600);
        return of(seed, (slot, _, second) -> {
            // A world without end to its troubles may be one in which nothing is ever finished.
            if (second / period >= TROUBLED_PERIODS) return ProgramFate.WELL;
            return switch (new SplittableRandom(seed * 1_000_003 + slot * 7_919L + second / period).nextInt(20)) {
                case 0, 1 -> second % period == 7 ? ProgramFate.DEAD : ProgramFate.WELL;
                case 2, 3 -> ProgramFate.UNHEARD;
                case 4, 5 -> ProgramFate.STOPPED;
                default -> ProgramFate.WELL;
            };
        });
    }

    private static RandomWorld of(long seed, SiteFates fates) {
        var random = new SplittableRandom(seed);
        int slots = random.nextInt(1, 9);
        var speeds = speeds(random, slots);
        long target = 60 + (long) (1.33 * secondsNeeded(speeds));
        int wish = random.nextInt(1, slots + 1);
        int perSite = slots % wish == 0 ? wish : 1;
        boolean listens = random.nextBoolean();
        var sites = new ArrayList<SimSiteSpec>();
        for (int first = 0; first < slots; first += perSite) {
            int before = first;
            var site = SimSiteSpec.fixed(
                            "site-" + first / perSite,
                            perSite,
                            (slot, second) -> speeds[before + slot][(int) Math.min(second / 60, MINUTES - 1)])
                    .with((slot, number, second) ->
                            slot == SiteFates.DAEMON ? ProgramFate.WELL : fates.of(before + slot, number, second));
            sites.add(listens ? site.listening() : site);
        }
        int partitions = random.nextInt(1, Math.min(slots, 4) + 1);
        var job = new SimJobSpec("random", 0, TOTAL, target, partitions, MOST, partitions);
        return new RandomWorld(new SiteSetting(sites, List.of(job), SCALE_TIME));
    }

    /** @param watch sees the job after each event */
    Ending told(Consumer<BalancedJob> watch) {
        var sides = new ArrayList<DefaultJobSide>();
        var story = SiteSimulation.of(setting, BalancingMode.DEFAULT, plan -> {
            var side = new DefaultJobSide(plan.goal(), plan.submitted(), watch);
            sides.add(side);
            return side;
        });
        return new Ending(
                story.only(),
                sides.getFirst().job(),
                List.copyOf(sides.getFirst().decisions()));
    }

    private static double[][] speeds(SplittableRandom random, int slots) {
        var speeds = new double[slots][MINUTES];
        for (var slot : speeds) {
            double usual = random.nextDouble(50, 500);
            double now = usual;
            for (int minute = 0; minute < MINUTES; minute++) {
                int dice = random.nextInt(20);
                if (dice == 0) now = usual * random.nextDouble(0.2, 1);
                else if (dice < 4) now = usual;
                slot[minute] = now * random.nextDouble(0.9, 1.1);
            }
        }
        return speeds;
    }

    private static double secondsNeeded(double[][] speeds) {
        double done = 0;
        for (int minute = 0; ; minute++) {
            double each = 0;
            for (var slot : speeds) each += slot[Math.min(minute, MINUTES - 1)];
            if (done + 60 * each >= TOTAL) return 60.0 * minute + (TOTAL - done) / each;
            done += 60 * each;
        }
    }
}
