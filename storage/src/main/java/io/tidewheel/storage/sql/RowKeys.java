package io.tidewheel.storage.sql;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.RunId;
import io.tidewheel.model.StoreFailure;

/** Chains and lanes as one number each: the run in the high bits, the index below, so that their order is that of their run and index. */
public final class RowKeys {
    private static final int INDEX_BITS = 31;
    private static final long LARGEST_RUN = (1L << (63 - INDEX_BITS)) - 2;

    private RowKeys() {}

    public static long of(ChainId chain) {
        return of(chain.run(), chain.index());
    }

    public static long of(LaneId lane) {
        return of(lane.run(), lane.number());
    }

    public static long of(RunId run, int index) {
        if (run.number() > LARGEST_RUN)
            throw new StoreFailure("run numbers end at %d, but %s".formatted(LARGEST_RUN, run));
        return run.number() << INDEX_BITS | index;
    }

    /** The first key that does not belong to the run any more. */
    public static long end(RunId run) {
        return of(run, 0) + (1L << INDEX_BITS);
    }

    public static RunId run(long key) {
        return new RunId(key >>> INDEX_BITS);
    }

    public static int index(long key) {
        return (int) (key & ((1L << INDEX_BITS) - 1));
    }

    public static ChainId chain(long key) {
        return new ChainId(run(key), index(key));
    }

    public static LaneId lane(long key) {
        return new LaneId(run(key), index(key));
    }
}
