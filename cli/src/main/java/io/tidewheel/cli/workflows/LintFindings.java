package io.tidewheel.cli.workflows;

import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.OutputFormat;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.TableColumn;
import io.tidewheel.workflow.Complaint;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What was found in files: complaints, and warnings that keep nobody from running them. */
final class LintFindings {
    private final List<Finding> all = new ArrayList<>();

    private record Finding(String file, boolean warning, Complaint complaint) {
        String place() {
            return "%s:%d:%d".formatted(file, complaint.line(), complaint.column());
        }

        JsonNode json() {
            return JsonText.object()
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

    void write(Console console, OutputFormat format) {
        if (format.isForPeople()) all.forEach(finding -> tell(console, finding));
        else
            new ListPrinter(console, format)
                    .list(all.stream().map(Finding::json).toList(), columns(), LintFindings::place);
    }

    /** The first line as compilers write it, so that editors can jump there. */
    private static void tell(Console console, Finding finding) {
        var out = console.out();
        var kind = finding.warning() ? "warning: " : "";
        out.println(SafeText.line(
                "%s: %s%s".formatted(finding.place(), kind, finding.complaint().message())));
        out.println(SafeText.line("    at %s".formatted(finding.complaint().path())));
        out.println(SafeText.line("    %s".formatted(finding.complaint().remedy())));
    }

    private static String place(JsonNode node) {
        return "%s:%s:%s"
                .formatted(
                        node.get("file").asString(),
                        node.get("line").asString(),
                        node.get("column").asString());
    }

    private static List<TableColumn<JsonNode>> columns() {
        return List.of(
                TableColumn.of("PLACE", LintFindings::place),
                TableColumn.of("SEVERITY", node -> node.get("severity").asString()),
                TableColumn.of("MESSAGE", node -> node.get("message").asString()),
                TableColumn.of("REMEDY", node -> node.get("remedy").asString()),
                TableColumn.of("PATH", node -> node.get("path").asString()));
    }
}
