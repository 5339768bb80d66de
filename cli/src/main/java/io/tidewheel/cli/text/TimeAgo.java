package io.tidewheel.cli.text;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Moments as people read them: how long ago. */
public final class TimeAgo {
    private TimeAgo() {}

    /** {@code 5m 3s ago}; the text itself if it is no moment. */
    public static String ago(String moment, Instant now) {
        try {
            var passed = Duration.between(Instant.parse(moment), now);
            return passed.isNegative()
                    ? "in " + HumanNumbers.duration(passed.negated())
                    : HumanNumbers.duration(passed) + " ago";
        } catch (DateTimeException other) {
            return moment;
        }
    }

    /** How long it took from one moment to the other, or until now; empty if it has not begun. */
    public static String took(String from, String to, Instant now) {
        return between(from, to, now).map(HumanNumbers::duration).orElse("");
    }

    /** The same for programs: {@code 5.903}. */
    public static String seconds(String from, String to, Instant now) {
        return between(from, to, now)
                .map(time -> BigDecimal.valueOf(time.toMillis(), 3).toPlainString())
                .orElse("");
    }

    private static Optional<Duration> between(String from, String to, Instant now) {
        if (from.isEmpty()) return Optional.empty();
        try {
            var end = to.isEmpty() ? now : Instant.parse(to);
            return Optional.of(Duration.between(Instant.parse(from), end));
        } catch (DateTimeException other) {
            return Optional.empty();
        }
    }
}
