package io.tidewheel.bench;

import java.util.Locale;

/**
 * One measured number.
 *
 * @param setting under which circumstances: store, delivery, kind of task
 * @param goal what it should reach, as text; empty if there is none
 */
record Figure(String name, String setting, double value, String unit, String goal) {
    String json() {
        return "{\"name\":\"%s\",\"setting\":\"%s\",\"value\":%s,\"unit\":\"%s\",\"goal\":\"%s\"}"
                .formatted(name, setting, number(), unit, goal);
    }

    String row() {
        return "%-34s %-34s %14s %-12s %s"
                .formatted(name, setting, number(), unit, goal.isEmpty() ? "" : "goal " + goal);
    }

    private String number() {
        if (value >= 1_000) return String.format(Locale.ROOT, "%.0f", value);
        return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.3f", value);
    }
}
