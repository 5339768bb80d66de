package io.tidewheel.cli.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Moments as people read them: how long ago. */
public final class Times {
    private Times() {}

    /** {@code 5m 3s ago}; the text itself if it is no moment. */
    public static String ago(String moment, Instant now) {
        try {
            var passed = Duration.between(Instant.parse(moment), now);
            return passed.isNegative() ? "in " + Shown.duration(passed.negated()) : Shown.duration(passed) + " ago";
        } catch (DateTimeException other) {
            return moment;
        }
    }

    /** How long it took from one moment to the other, or until now; empty if it has not begun. */
    public static String took(String from, String to, Instant now) {
        if (from.isEmpty()) return "";
        try {
            var end = to.isEmpty() ? now : Instant.parse(to);
            return Shown.duration(Duration.between(Instant.parse(from), end));
        } catch (DateTimeException other) {
            return "";
        }
    }
}
