package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table with a title; the first column is words, the others are numbers. */
final class NumberTable {
    private final String title;
    private final List<List<String>> rows = new ArrayList<>();

    NumberTable(String title, String... columns) {
        this.title = title;
        rows.add(List.of(columns));
    }

    void row(Object... cells) {
        rows.add(Arrays.stream(cells).map(String::valueOf).toList());
    }

    String text() {
        var text = new StringBuilder(title).append('\n');
        for (var row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                var format = i == 0 ? "%-" + width(i) + "s" : "  %" + width(i) + "s";
                line.append(format.formatted(row.get(i)));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(1);
    }

    String html() {
        var html = new StringBuilder("<table><caption>%s</caption>%n".formatted(SvgPlot.escaped(title)));
        for (int i = 0; i < rows.size(); i++) {
            var tag = i == 0 ? "th" : "td";
            html.append("<tr>");
            for (var cell : rows.get(i)) html.append("<%s>%s</%1$s>".formatted(tag, SvgPlot.escaped(cell)));
            html.append("</tr>\n");
        }
        return html.append("</table>\n").toString();
    }
}
