package io.tidewheel.cli.text;

import java.util.List;

/** Columns that line up. Cells that are states are coloured if colours are wanted. */
public final class TextTable {
    private TextTable() {}

    public static void write(Console console, List<String> titles, List<Boolean> right, List<List<String>> rows) {
        var widths = titles.stream().mapToInt(String::length).toArray();
        for (var row : rows)
            for (int i = 0; i < widths.length; i++)
                widths[i] = Math.max(widths[i], row.get(i).length());
        var out = console.out();
        out.println(line(titles, widths, right, false));
        for (var row : rows) out.println(line(row, widths, right, console.colorsOut()));
        out.flush();
    }

    private static String line(List<String> cells, int[] widths, List<Boolean> right, boolean colors) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            var cell = cells.get(i);
            var gap = " ".repeat(widths[i] - cell.length());
            if (i > 0) line.append("  ");
            line.append(right.get(i) ? gap : "").append(colors ? StateColours.colored(cell) : cell);
            if (!right.get(i) && i < widths.length - 1) line.append(gap);
        }
        return line.toString().stripTrailing();
    }
}
