package io.tidewheel.cli.text;

import java.io.PrintStream;
import java.util.List;
import java.util.regex.Pattern;

/** Comma-separated values that a spreadsheet may open: a cell that it would take for a formula is shown as text. */
public final class CsvText {
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d+)?");
    private static final String BEGINS_FORMULA = "=+-@\t\r";

    private CsvText() {}

    public static <T> void write(PrintStream out, Iterable<T> items, List<TableColumn<T>> columns) {
        line(out, columns.stream().map(TableColumn::title).toList());
        for (var item : items)
            line(out, columns.stream().map(column -> column.exact().apply(item)).toList());
        out.flush();
    }

    private static void line(PrintStream out, List<String> cells) {
        out.print(String.join(",", cells.stream().map(CsvText::cell).toList()));
        out.print("\r\n");
    }

    static String cell(String text) {
        boolean formula = !text.isEmpty()
                && BEGINS_FORMULA.indexOf(text.charAt(0)) >= 0
                && !NUMBER.matcher(text).matches();
        var safe = formula ? "'" + text : text;
        boolean quote = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                || !safe.equals(safe.strip());
        return quote ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
