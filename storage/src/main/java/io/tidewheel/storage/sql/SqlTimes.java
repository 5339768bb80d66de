package io.tidewheel.storage.sql;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Moments and durations as whole microseconds. */
public final class SqlTimes {
    private static final long EARLIEST_SECOND = Long.MIN_VALUE / 1_000_000 + 1;
    private static final long LATEST_SECOND = Long.MAX_VALUE / 1_000_000 - 1;

    private SqlTimes() {}

    /** What is too far away to be told in microseconds becomes the farthest that can. */
    public static long micros(Instant time) {
        if (time.getEpochSecond() >= LATEST_SECOND) return Long.MAX_VALUE;
        if (time.getEpochSecond() <= EARLIEST_SECOND) return Long.MIN_VALUE;
        return time.getEpochSecond() * 1_000_000 + time.getNano() / 1_000;
    }

    public static @Nullable Long micros(Optional<Instant> time) {
        return time.map(SqlTimes::micros).orElse(null);
    }

    public static long micros(Duration duration) {
        return duration.toSeconds() * 1_000_000 + duration.toNanosPart() / 1_000;
    }

    public static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1_000L);
    }

    public static Duration duration(long micros) {
        return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
    }
}
