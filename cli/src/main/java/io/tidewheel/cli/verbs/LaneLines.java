package io.tidewheel.cli.verbs;

import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The timeline of a run as lines of characters, one for each slot of an agent. Pure. */
final class LaneLines {
    private static final int FAILED = 3;
    private static final String COVERED = " ▏▎▍▌▋▊▉█";
    private static final String RED = "\u001b[31m";
    private static final String BLUE = "\u001b[36m";
    private static final String OFF = "\u001b[0m";

    private LaneLines() {}

    /** @param timeline drawn at the width of as many cells as are wanted */
    static List<String> of(JsonNode timeline, int name, boolean colors) {
        var lines = new ArrayList<String>();
        var before = "";
        for (var row : timeline.path("rows")) {
            var agent = SafeText.line(RunColumns.text(row, "agent"));
            lines.add(("%-" + name + "s ").formatted(cut(agent.equals(before) ? "" : agent, name))
                    + cells(row.path("segments"), (int) JsonText.number(timeline, "width"), colors));
            before = agent;
        }
        long more = JsonText.number(timeline, "rowsAfter");
        if (more > 0) lines.add("and %s more lanes".formatted(HumanNumbers.count(more)));
        return lines;
    }

    private static String cells(JsonNode segments, int width, boolean colors) {
        var covered = new double[width];
        var failed = new boolean[width];
        for (var segment : segments) {
            double from = segment.path(0).asDouble();
            double to = Math.max(segment.path(1).asDouble(), from + 0.1);
            for (int cell = (int) from; cell < width && cell < to; cell++) {
                covered[cell] += Math.min(cell + 1, to) - Math.max(cell, from);
                failed[cell] |= segment.path(3).asInt() == FAILED;
            }
        }
        var text = new StringBuilder();
        var color = "";
        for (int cell = 0; cell < width; cell++) {
            var wanted = colors ? failed[cell] ? RED : BLUE : "";
            if (!wanted.equals(color)) text.append(wanted);
            color = wanted;
            // Anything that ran is seen, however short it was.
            int eighths = covered[cell] <= 0 ? 0 : Math.clamp(Math.round(covered[cell] * 8), 1, 8);
            text.append(eighths == 0 ? '·' : failed[cell] && !colors ? 'x' : COVERED.charAt(eighths));
        }
        return colors ? text.append(OFF).toString() : text.toString();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
