package io.tidewheel.cloud;

import java.util.List;

/** What a program said, in lines, for error messages. */
public final class ProgramOutput {
    private static final int LINES = 5;
    private static final int WIDTH = 300;

    private ProgramOutput() {}

    /** The last lines, so that they fit into one. */
    public static String last(String text) {
        var lines =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        return String.join(" | ", tail(lines));
    }

    private static List<String> tail(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - LINES), lines.size()).stream()
                .map(line -> line.length() > WIDTH ? line.substring(0, WIDTH) + "…" : line)
                .map(line -> line.replaceAll("\\p{Cntrl}", "?"))
                .toList();
    }
}
