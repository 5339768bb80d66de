package io.tidewheel.experiments.cluster;

import io.tidewheel.engine.NewRun;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunSpec;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What owners submit: many small arrays and few huge ones, from few owners with much and many with little. */
final class ClusterWork {
    static final int OWNERS = 60;
    private static final int LARGEST_ARRAY = 200_000;
    private static final LaneSpec LANE = new LaneSpec(
            Capabilities.NONE, 0, RetryPolicy.NEVER, ChainTimeLimits.NONE, Delivery.EXACTLY_ONCE, Payload.NONE);

    private final ClusterSetting setting;
    private final RandomGenerator random;
    private final double[] upTo = new double[OWNERS];
    private long submitted;

    /** A run, and the cell that gets it. */
    record Placed(int cell, int owner, int tasks, NewRun run) {}

    ClusterWork(ClusterSetting setting, RandomGenerator random) {
        this.setting = setting;
        this.random = random;
        double sum = 0;
        for (int i = 0; i < OWNERS; i++) {
            sum += 1.0 / (i + 1);
            upTo[i] = sum;
        }
    }

    static int ownerOf(String name) {
        return Integer.parseInt(name.substring("owner-".length()));
    }

    /** The next run. */
    Placed next() {
        int owner = drawOwner();
        int tasks = (int) Math.min(LARGEST_ARRAY, 20 * Math.pow(1 - random.nextDouble(), -1 / 1.05));
        var key = "key-" + ++submitted;
        var spec = RunSpec.tasks(new Owner("owner-" + owner), "run").withArray(new IndexRange(0, tasks - 1, 1));
        var run = new NewRun(spec, LANE, Optional.of(key), List.of(), true, false, false, "lab");
        return new Placed(
                cellOf(setting.spread() == ClusterSetting.RunSpread.BY_RUN ? key : "", owner), owner, tasks, run);
    }

    private int drawOwner() {
        double at = random.nextDouble() * upTo[OWNERS - 1];
        int owner = 0;
        while (upTo[owner] < at) owner++;
        return owner;
    }

    /**
     * The cell that has the highest mark for what is hashed: if a cell is added it takes its part from all the others, and nothing else changes
     * its place.
     */
    private int cellOf(String key, int owner) {
        int best = 0;
        long highest = Long.MIN_VALUE;
        for (int cell = 0; cell < setting.servers(); cell++) {
            long mark = mixed(mixed((key.hashCode() * 31L + owner) * 0x9E3779B97F4A7C15L) + cell);
            if (mark > highest) {
                highest = mark;
                best = cell;
            }
        }
        return best;
    }

    private static long mixed(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
