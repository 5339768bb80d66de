package io.tidewheel.cli.text;

import java.util.ArrayList;
import java.util.List;

/** Bars and curves made of characters. Pure. */
public final class TextBars {
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉█";
    private static final String HEIGHTS = "▁▂▃▄▅▆▇█";
    private static final String EMPTY = "░";

    private TextBars() {}

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

    /** The last values as a curve over several lines, the uppermost first; the highest value reaches the top. */
    public static List<String> curve(List<Double> values, int cells, int rows) {
        var last = values.subList(Math.max(0, values.size() - cells), values.size());
        double most = last.stream().mapToDouble(value -> value).max().orElse(0);
        var lines = new ArrayList<String>();
        for (int row = rows - 1; row >= 0; row--) {
            var line = new StringBuilder();
            for (double value : last) line.append(cell(most <= 0 ? 0 : value / most * rows * 8, row));
            lines.add(line.toString());
        }
        return lines;
    }

    /** Whatever is more than nothing is seen. */
    private static char cell(double eighths, int row) {
        int height = eighths <= 0 ? 0 : (int) Math.max(1, Math.round(eighths));
        int here = Math.clamp(height - row * 8L, 0, 8);
        return here == 0 ? ' ' : HEIGHTS.charAt(here - 1);
    }
}
