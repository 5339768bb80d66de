package io.tidewheel.simulation.elastic;

import java.time.Duration;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How long machines take until they are ready, by how many boot at the same time: where they share something, a computer perhaps, many take
 * longer than one.
 */
public record BootTimes(NavigableMap<Integer, Duration> byCount) {
    public BootTimes {
        byCount = Collections.unmodifiableNavigableMap(new TreeMap<>(byCount));
        if (byCount.isEmpty()) throw new IllegalArgumentException("nothing is known of how long machines boot");
    }

    /** If so many boot, itself included: as it was seen with as many, or with fewer, or else with more. */
    public Duration with(int booting) {
        var known = byCount.floorEntry(booting);
        return (known == null ? byCount.firstEntry() : known).getValue();
    }

    public Duration alone() {
        return with(1);
    }
}
