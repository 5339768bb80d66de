package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Ended;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long tasks take, by their kind and the type of machine, as far as finished ones have shown it. What was seen seldom is drawn towards
 * what is known more surely: a kind on one type towards the kind on all types.
 */
public record LearnedRunTimes(int types, Map<String, Tally> kinds) {
    /** The mean over all types counts as if so many tasks had been seen on each. */
    private static final double PRIOR = 2;

    private static final double GUESS_SECONDS = 1;
    private static final int MOST_KINDS = 10_000;

    /** How many tasks ended on each type, and how long they took together. */
    public record Tally(List<Long> counts, List<Double> seconds) {
        public Tally {
            counts = List.copyOf(counts);
            seconds = List.copyOf(seconds);
        }

        static Tally zero(int types) {
            return new Tally(Collections.nCopies(types, 0L), Collections.nCopies(types, 0.0));
        }

        Tally plus(Ended ended) {
            var counts = new Long[this.counts.size()];
            var seconds = new Double[counts.length];
            Arrays.setAll(counts, type -> this.counts.get(type) + (type == ended.type() ? ended.count() : 0));
            Arrays.setAll(seconds, type -> this.seconds.get(type) + (type == ended.type() ? ended.seconds() : 0));
            return new Tally(List.of(counts), List.of(seconds));
        }

        long count() {
            long sum = 0;
            for (long count : counts) sum += count;
            return sum;
        }

        double total() {
            double sum = 0;
            for (double each : seconds) sum += each;
            return sum;
        }
    }

    public LearnedRunTimes {
        kinds = Collections.unmodifiableSortedMap(new TreeMap<>(kinds));
    }

    public static LearnedRunTimes nothing(int types) {
        return new LearnedRunTimes(types, Map.of());
    }

    /** The same with what has ended since. */
    public LearnedRunTimes plus(List<Ended> ended) {
        if (ended.isEmpty()) return this;
        var more = new TreeMap<>(kinds);
        for (var each : ended) {
            if (each.type() >= types || each.count() == 0) continue;
            if (more.size() < MOST_KINDS || more.containsKey(each.kind()))
                more.merge(each.kind(), Tally.zero(types).plus(each), (known, _) -> known.plus(each));
        }
        return new LearnedRunTimes(types, more);
    }

    /** The same with what was done on machines of whatever type. */
    LearnedRunTimes plusAll(List<Observation.Done> done) {
        return plus(done.stream()
                .map(each -> new Ended(each.kind(), 0, each.count(), each.seconds()))
                .toList());
    }

    /** How many tasks of a kind have been seen. */
    public long seen(String kind) {
        var tally = kinds.get(kind);
        return tally == null ? 0 : tally.count();
    }

    /**
     * How long a task of a kind is expected to take on the average type. One never seen is taken for as short as the shortest: then it is tried
     * soon, and known. Taken for long it would wait behind others, and stay unknown.
     */
    public double seconds(String kind) {
        var tally = kinds.get(kind);
        return tally == null || tally.count() == 0 ? shortest() : tally.total() / tally.count();
    }

    private double shortest() {
        double least = Double.MAX_VALUE;
        for (var tally : kinds.values()) least = Math.min(least, tally.total() / tally.count());
        return least == Double.MAX_VALUE ? GUESS_SECONDS : least;
    }

    /** How long a task of a kind is expected to take on a machine of a type. */
    public double seconds(String kind, int type) {
        double anywhere = seconds(kind);
        var tally = kinds.get(kind);
        if (tally == null) return anywhere;
        return (tally.seconds().get(type) + PRIOR * anywhere) / (tally.counts().get(type) + PRIOR);
    }
}
