package io.tidewheel.bench.steep;

import java.util.List;

/**
 * A line of the table: what came out here, beside the paper.
 *
 * @param paper empty if our sources do not tell
 */
record ExperimentFinding(String what, String here, String paper) {
    private static final String UNKNOWN = "not known here";

    static String table(List<ExperimentFinding> findings) {
        int first = findings.stream().mapToInt(each -> each.what.length()).max().orElse(0);
        int second =
                findings.stream().mapToInt(each -> each.here.length()).max().orElse(0);
        var format = "%-" + Math.max(4, first) + "s  %-" + Math.max(4, second) + "s  %s%n";
        var text = new StringBuilder(format.formatted("what", "here", "paper"));
        for (var each : findings)
            text.append(format.formatted(each.what, each.here, each.paper.isEmpty() ? UNKNOWN : each.paper));
        return text.toString();
    }
}
