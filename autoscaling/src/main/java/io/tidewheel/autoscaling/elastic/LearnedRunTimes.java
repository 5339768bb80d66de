package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Ended;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long tasks take, by their kind and the type of machine, as far as finished ones have shown it. What was seen seldom is drawn towards
 * what is known more surely: a kind on one type towards the kind on all types.
 */
public final class LearnedRunTimes {
    /** The mean over all types counts as if so many tasks had been seen on each. */
    private static final double PRIOR = 2;

    private static final double GUESS_SECONDS = 1;
    private static final int MOST_KINDS = 10_000;

    /** How many tasks ended on each type, and how long they took together; and both over all types. Never changed once it is made. */
    private static final class Tally {
        final long[] counts;
        final double[] seconds;
        final long count;
        final double total;

        Tally(long[] counts, double[] seconds) {
            this.counts = counts;
            this.seconds = seconds;
            long all = 0;
            double sum = 0;
            for (long each : counts) all += each;
            for (double each : seconds) sum += each;
            this.count = all;
            this.total = sum;
        }

        Tally plus(Ended ended) {
            var more = counts.clone();
            var longer = seconds.clone();
            more[ended.type()] += ended.count();
            longer[ended.type()] += ended.seconds();
            return new Tally(more, longer);
        }

        double mean() {
            return total / count;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Tally that
                    && Arrays.equals(counts, that.counts)
                    && Arrays.equals(seconds, that.seconds);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(counts) + Arrays.hashCode(seconds);
        }
    }

    private final int types;
    /** By kind; what is not here was never seen. Never changed once it is made. */
    private final Map<String, Tally> kinds;

    private LearnedRunTimes(int types, Map<String, Tally> kinds) {
        this.types = types;
        this.kinds = kinds;
    }

    public static LearnedRunTimes nothing(int types) {
        return new LearnedRunTimes(types, Map.of());
    }

    int types() {
        return types;
    }

    /** The same with what has ended since. */
    public LearnedRunTimes plus(List<Ended> ended) {
        if (ended.isEmpty()) return this;
        var more = new HashMap<>(kinds);
        for (var each : ended) {
            if (each.type() >= types || each.count() == 0) continue;
            var known = more.get(each.kind());
            if (known == null && more.size() >= MOST_KINDS) continue;
            var before = known == null ? new Tally(new long[types], new double[types]) : known;
            more.put(each.kind(), before.plus(each));
        }
        return new LearnedRunTimes(types, more);
    }

    /** The same with what was done on machines of whatever type. */
    LearnedRunTimes plusAll(List<Observation.Done> done) {
        if (done.isEmpty()) return this;
        var ended = new ArrayList<Ended>(done.size());
        for (var each : done) ended.add(new Ended(each.kind(), 0, each.count(), each.seconds()));
        return plus(ended);
    }

    /** How many tasks of a kind have been seen. */
    public long seen(String kind) {
        var tally = kinds.get(kind);
        return tally == null ? 0 : tally.count;
    }

    /**
     * How long a task of a kind is expected to take on the average type. One never seen is taken for as short as the shortest: then it is tried
     * soon, and known. Taken for long it would wait behind others, and stay unknown.
     */
    public double seconds(String kind) {
        var tally = kinds.get(kind);
        return tally == null ? shortest() : tally.mean();
    }

    private double shortest() {
        double least = Double.MAX_VALUE;
        for (var tally : kinds.values()) least = Math.min(least, tally.mean());
        return least == Double.MAX_VALUE ? GUESS_SECONDS : least;
    }

    /** How long a task of a kind is expected to take on a machine of a type. */
    public double seconds(String kind, int type) {
        double anywhere = seconds(kind);
        var tally = kinds.get(kind);
        if (tally == null) return anywhere;
        return (tally.seconds[type] + PRIOR * anywhere) / (tally.counts[type] + PRIOR);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LearnedRunTimes that && types == that.types && kinds.equals(that.kinds);
    }

    @Override
    public int hashCode() {
        return 31 * types + kinds.hashCode();
    }
}
