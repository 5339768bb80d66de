package io.tidewheel.balancing.simulation;

import io.tidewheel.balancing.Goal;
import io.tidewheel.balancing.Job;
import io.tidewheel.balancing.simulation.World.Fate;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A place and a job made from a seed. */
record RandomWorld(World.Place place, long target, int partitions) {
    static final long TOTAL = 1_000_000;
    private static final int MOST = 12;
    private static final int MINUTES = 1_000;
    private static final int TROUBLED_PERIODS = 8;

    /** Speeds change, and some by a lot; the target is one that can be met with a quarter of the time to spare. */
    static RandomWorld changeable(long seed) {
        var random = new SplittableRandom(seed);
        int slots = random.nextInt(1, 9);
        var speeds = speeds(random, slots);
        long target = 60 + (long) (1.33 * secondsNeeded(speeds));
        var place = new World.Place(
                slots, random.nextInt(1, slots + 1), 10, speed(speeds), (_, _, _) -> Fate.WELL, random.nextBoolean());
        return new RandomWorld(whole(place), target, random.nextInt(1, Math.min(slots, 4) + 1));
    }

    /** The same, and programs fall silent, stand still and die. */
    static RandomWorld troubled(long seed) {
        var calm = changeable(seed);
        int period = new SplittableRandom(seed).nextInt(100, 600);
        World.Fates fates = (slot, _, second) -> {
            // A world without end to its troubles may be one in which nothing is ever finished.
            if (second / period >= TROUBLED_PERIODS) return Fate.WELL;
            return switch (new SplittableRandom(seed * 1_000_003 + slot * 7_919L + second / period).nextInt(20)) {
                case 0, 1 -> second % period == 7 ? Fate.DEAD : Fate.WELL;
                case 2, 3 -> Fate.UNHEARD;
                case 4, 5 -> Fate.STOPPED;
                default -> Fate.WELL;
            };
        };
        return new RandomWorld(calm.place.with(fates), calm.target, calm.partitions);
    }

    OwnBrain brain(Consumer<Job> watch) {
        return new OwnBrain(Goal.within(Duration.ofSeconds(target), TOTAL, partitions, MOST), watch);
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

    private static World.Speed speed(double[][] speeds) {
        return (slot, second) -> speeds[slot][(int) Math.min(second / 60, MINUTES - 1)];
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

    /** Sites must divide the slots evenly. */
    private static World.Place whole(World.Place place) {
        int perSite = place.slots() % place.slotsPerSite() == 0 ? place.slotsPerSite() : 1;
        return new World.Place(
                place.slots(), perSite, place.pollSeconds(), place.speed(), place.fates(), place.listens());
    }
}
