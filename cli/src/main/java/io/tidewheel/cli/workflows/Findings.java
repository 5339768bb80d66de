package io.tidewheel.cli.workflows;

import io.tidewheel.cli.text.Column;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Format;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.Safe;
import io.tidewheel.workflow.Complaint;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What was found in files: complaints, and warnings that keep nobody from running them. */
final class Findings {
    private final List<Finding> all = new ArrayList<>();

    private record Finding(String file, boolean warning, Complaint complaint) {
        String place() {
            return "%s:%d:%d".formatted(file, complaint.line(), complaint.column());
        }

        JsonNode json() {
            return Json.object()
                    .put("file", file)
                    .put("line", complaint.line())
                    .put("column", complaint.column())
                    .put("severity", warning ? "warning" : "error")
                    .put("path", complaint.path())
                    .put("message", complaint.message())
                    .put("remedy", complaint.remedy());
        }
    }

    void add(String file, List<Complaint> complaints) {
        complaints.forEach(complaint -> all.add(new Finding(file, false, complaint)));
    }

    void warn(String file, List<Complaint> warnings) {
        warnings.forEach(warning -> all.add(new Finding(file, true, warning)));
    }

    /** What a server has found. */
    void add(JsonNode found, boolean warning) {
        var complaint = new Complaint(
                found.path("path").asString(""),
                found.path("line").asInt(0),
                found.path("column").asInt(0),
                found.path("message").asString(""),
                found.path("remedy").asString(""));
        all.add(new Finding(found.path("file").asString(""), warning, complaint));
    }

    long errors() {
        return all.stream().filter(finding -> !finding.warning()).count();
    }

    boolean isFine() {
        return errors() == 0;
    }

    void write(Console console, Format format) {
        if (format.isForPeople()) all.forEach(finding -> tell(console, finding));
        else new Listing(console, format).list(all.stream().map(Finding::json).toList(), columns(), Findings::place);
    }

    /** The first line as compilers write it, so that editors can jump there. */
    private static void tell(Console console, Finding finding) {
        var out = console.out();
        var kind = finding.warning() ? "warning: " : "";
        out.println(Safe.line(
                "%s: %s%s".formatted(finding.place(), kind, finding.complaint().message())));
        out.println(Safe.line("    at %s".formatted(finding.complaint().path())));
        out.println(Safe.line("    %s".formatted(finding.complaint().remedy())));
    }

    private static String place(JsonNode node) {
        return "%s:%s:%s"
                .formatted(
                        node.get("file").asString(),
                        node.get("line").asString(),
                        node.get("column").asString());
    }

    private static List<Column<JsonNode>> columns() {
        return List.of(
                Column.of("PLACE", Findings::place),
                Column.of("SEVERITY", node -> node.get("severity").asString()),
                Column.of("MESSAGE", node -> node.get("message").asString()),
                Column.of("REMEDY", node -> node.get("remedy").asString()),
                Column.of("PATH", node -> node.get("path").asString()));
    }
}
