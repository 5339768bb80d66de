package io.tidewheel.model;

import java.time.Instant;
import java.time.InstantSource;

/** The two clocks: the wall's, for records, which may jump; and a monotonic one, for leases and intervals, which never does. */
public interface Time extends InstantSource {
    /** Nanoseconds since some fixed moment. */
    long nanos();

    /** The machine's own clocks. */
    static Time system() {
        return new Time() {
            @Override
            public Instant instant() {
                return Instant.now();
            }

            @Override
            public long nanos() {
                return System.nanoTime();
            }
        };
    }
}
