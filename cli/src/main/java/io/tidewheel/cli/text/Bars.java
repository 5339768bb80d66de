package io.tidewheel.cli.text;

import java.util.List;

/** Bars and curves made of characters. Pure. */
public final class Bars {
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉█";
    private static final String HEIGHTS = "▁▂▃▄▅▆▇█";
    private static final String EMPTY = "░";

    private Bars() {}

    /** A bar of so many cells, filled in part; eighths of a cell are told apart. */
    public static String of(double part, int cells) {
        double filled = Math.clamp(part, 0, 1) * cells;
        int full = (int) filled;
        int rest = (int) Math.round((filled - full) * 8);
        var bar = new StringBuilder("█".repeat(full));
        if (full < cells && rest > 0) bar.append(EIGHTHS.charAt(rest));
        while (bar.length() < cells) bar.append(EMPTY);
        return bar.toString();
    }

    /** The last values as a curve one line high, the highest of them at the top. */
    public static String curve(List<Double> values, int cells) {
        var last = values.subList(Math.max(0, values.size() - cells), values.size());
        double most = last.stream().mapToDouble(value -> value).max().orElse(0);
        var curve = new StringBuilder();
        for (double value : last)
            curve.append(HEIGHTS.charAt(most <= 0 ? 0 : (int) Math.min(7, Math.max(0, value) / most * 7.999)));
        return curve.toString();
    }
}
