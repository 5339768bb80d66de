package io.tidewheel.model;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Durations as users write them: pairs of number and unit with optional blanks ({@code 1h 30m}, {@code 250ms}, {@code 1.5s}), or
 * {@code HH:MM:SS} and {@code MM:SS}. Numbers may carry {@code _} between digits.
 */
public final class Durations {
    private static final Pattern PAIR = Pattern.compile(
            "\\s*(\\d[\\d_]*(?:\\.\\d+)?)\\s*(ms|milli|millis|millisecond|milliseconds|s|sec|secs|second|seconds|m|min|mins|minute|minutes"
                + "|h|hr|hrs|hour|hours|d|day|days)(?![a-z])\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern CLOCK = Pattern.compile("(?:(\\d{1,6}):)?(\\d{1,4}):(\\d{2})");
    private static final Pattern SECONDS = Pattern.compile("\\d+(\\.\\d+)?");
    private static final BigDecimal LONGEST_MILLIS =
            BigDecimal.valueOf(Duration.ofDays(36500).toMillis());

    private Durations() {}

    /** Throws IllegalArgumentException, with a text for users, if {@code text} is not a duration. */
    public static Duration parse(String text) {
        var clock = CLOCK.matcher(text.strip());
        if (clock.matches()) {
            long hours = clock.group(1) == null ? 0 : Long.parseLong(clock.group(1));
            return Duration.ofHours(hours)
                    .plusMinutes(Long.parseLong(clock.group(2)))
                    .plusSeconds(Long.parseLong(clock.group(3)));
        }
        var pair = PAIR.matcher(text);
        var millis = BigDecimal.ZERO;
        int end = 0;
        while (end < text.length() && pair.region(end, text.length()).lookingAt()) {
            millis = millis.add(new BigDecimal(pair.group(1).replace("_", "")).multiply(millisPer(pair.group(2))));
            end = pair.end();
        }
        if (end == 0 || end < text.length()) throw notADuration(text);
        if (millis.compareTo(LONGEST_MILLIS) > 0) {
            throw new IllegalArgumentException("duration '%s' is longer than 100 years".formatted(text));
        }
        return Duration.ofNanos(millis.movePointRight(6).longValue());
    }

    /** A duration as {@link #parse} reads it, or a number of seconds. */
    public static Duration read(String text) {
        return parse(SECONDS.matcher(text).matches() ? text + "s" : text);
    }

    /** A number of seconds, exact. */
    public static String seconds(Duration duration) {
        var seconds = BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
        return seconds.stripTrailingZeros().toPlainString();
    }

    /** The shortest exact text that {@link #parse} reads back, down to milliseconds: {@code 1h30m}, {@code 250ms}. */
    public static String format(Duration duration) {
        if (duration.toMillis() == 0) return "0s";
        var text = new StringBuilder();
        append(text, duration.toDaysPart(), "d");
        append(text, duration.toHoursPart(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        append(text, duration.toMillisPart(), "ms");
        return text.toString();
    }

    static void requireNotNegative(String name, Duration duration) {
        if (duration.isNegative()) throw new IllegalArgumentException(name + " is not negative, but " + duration);
    }

    private static void append(StringBuilder text, long amount, String unit) {
        if (amount != 0) text.append(amount).append(unit);
    }

    private static BigDecimal millisPer(String unit) {
        var lower = unit.toLowerCase(java.util.Locale.ROOT);
        if (lower.startsWith("ms") || lower.startsWith("milli")) return BigDecimal.ONE;
        return switch (lower.charAt(0)) {
            case 's' -> BigDecimal.valueOf(1_000);
            case 'm' -> BigDecimal.valueOf(60_000);
            case 'h' -> BigDecimal.valueOf(3_600_000);
            default -> BigDecimal.valueOf(86_400_000);
        };
    }

    private static IllegalArgumentException notADuration(String text) {
        return new IllegalArgumentException(
                "'%s' is not a duration: write it like 90s, 1h 30m, 250ms or 01:30:00".formatted(text));
    }
}
