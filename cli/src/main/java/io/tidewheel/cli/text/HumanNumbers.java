package io.tidewheel.cli.text;

import java.time.Duration;
import java.util.Locale;

/** Numbers, durations and sizes as people read them. */
public final class HumanNumbers {
    private HumanNumbers() {}

    /** {@code 1,234,567}. */
    public static String count(long number) {
        var digits = new StringBuilder(Long.toString(number));
        int first = number < 0 ? 1 : 0;
        for (int i = digits.length() - 3; i > first; i -= 3) digits.insert(i, ',');
        return digits.toString();
    }

    /** Whole numbers from 10 on, one digit behind the point below. */
    public static String rate(double perSecond) {
        if (perSecond >= 10) return count(Math.round(perSecond));
        long tenths = Math.round(perSecond * 10);
        return tenths / 10 + "." + tenths % 10;
    }

    /** The two largest units: {@code 2h 5m}, {@code 12s}, {@code 340ms}. */
    public static String duration(Duration time) {
        if (time.isNegative()) return "-" + duration(time.negated());
        if (time.toMillis() < 1_000) return time.toMillis() + "ms";
        if (time.toSeconds() < 10) {
            long tenths = time.toMillis() / 100;
            return tenths % 10 == 0 ? tenths / 10 + "s" : tenths / 10 + "." + tenths % 10 + "s";
        }
        if (time.toMinutes() < 1) return time.toSeconds() + "s";
        if (time.toHours() < 1) return pair(time.toMinutes(), "m", time.toSecondsPart(), "s");
        if (time.toDays() < 1) return pair(time.toHours(), "h", time.toMinutesPart(), "m");
        return pair(time.toDays(), "d", time.toHoursPart(), "h");
    }

    private static String pair(long large, String largeUnit, long small, String smallUnit) {
        return large + largeUnit + (small == 0 ? "" : " " + small + smallUnit);
    }

    /** {@code 1.5 MiB}. */
    public static String bytes(long bytes) {
        if (bytes < 1024) return bytes + " B";
        double value = bytes;
        int unit = -1;
        while (value >= 1024 && unit < 4) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, value >= 100 ? "%.0f %ciB" : "%.1f %ciB", value, "KMGTP".charAt(unit));
    }
}
