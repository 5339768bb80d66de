package io.tidewheel.bench;

import java.util.Locale;

/**
 * One measured number, or why there is none.
 *
 * @param setting under which circumstances: store, delivery, kind of task
 * @param goal what it should reach, as text; empty if there is none
 * @param whyNone why there is no number; empty if there is one
 */
record BenchFigure(String name, String setting, double value, String unit, String goal, String whyNone) {
    BenchFigure(String name, String setting, double value, String unit, String goal) {
        this(name, setting, value, unit, goal, "");
    }

    /** One that could not be measured, so that nobody takes its absence for a good sign. */
    static BenchFigure none(String name, String setting, String why) {
        return new BenchFigure(name, setting, Double.NaN, "", "", why);
    }

    String json() {
        if (!whyNone.isEmpty()) {
            return "{\"name\":\"%s\",\"setting\":\"%s\",\"value\":null,\"why\":\"%s\"}"
                    .formatted(name, setting, whyNone.replace("\\", "\\\\").replace("\"", "\\\""));
        }
        return "{\"name\":\"%s\",\"setting\":\"%s\",\"value\":%s,\"unit\":\"%s\",\"goal\":\"%s\"}"
                .formatted(name, setting, number(), unit, goal);
    }

    String row() {
        if (!whyNone.isEmpty()) return "%-34s %-34s %14s %s".formatted(name, setting, "none", whyNone);
        return "%-34s %-34s %14s %-12s %s"
                .formatted(name, setting, number(), unit, goal.isEmpty() ? "" : "goal " + goal);
    }

    private String number() {
        if (value >= 1_000) return String.format(Locale.ROOT, "%.0f", value);
        return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.3f", value);
    }
}
