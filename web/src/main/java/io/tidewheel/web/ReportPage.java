package io.tidewheel.web;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** The report of a run as one page that needs no server, no network and no other file. */
public final class ReportPage {
    /** What the report imports, each after what it imports itself. */
    private static final List<String> SCRIPTS =
            List.of("numbers.js", "draw.js", "timeline.js", "curves.js", "graph.js", "report.js");

    private ReportPage() {}

    /** @param report what the server says of the run, in JSON */
    public static String of(String report) {
        var script = SCRIPTS.stream().map(ReportPage::alone).collect(Collectors.joining("\n"));
        return text("report.html")
                .replace("@policy@", policy(script))
                .replace("@style@", text("style.css"))
                .replace("@script@", script)
                // Last, so that nothing in it is taken for a place to be filled.
                .replace("@data@", harmless(report));
    }

    /** Only this very script runs, and nothing is loaded: what names and messages in the data contain is never more than text. */
    private static String policy(String script) {
        return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-%s'"
                .formatted(WebAsset.digest(script.getBytes(StandardCharsets.UTF_8)));
    }

    /** JSON stays the same when these are written as escapes, and can then not end the element it stands in. */
    private static String harmless(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /** In one script everything knows everything: what is imported stands above. */
    private static String alone(String script) {
        return text(script).replaceAll("(?m)^import \\{[^}]*\\} from '[^']*';$", "");
    }

    private static String text(String name) {
        return new String(WebAssets.bytes(name), StandardCharsets.UTF_8);
    }
}
