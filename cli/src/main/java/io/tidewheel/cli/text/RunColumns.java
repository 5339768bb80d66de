package io.tidewheel.cli.text;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** How runs and tasks look in tables. */
public final class RunColumns {
    private RunColumns() {}

    public static List<TableColumn<JsonNode>> runs(Instant now) {
        return List.of(
                TableColumn.number("RUN", run -> text(run, "id")),
                TableColumn.of("NAME", run -> text(run, "name")),
                TableColumn.of("STATE", run -> text(run, "state")),
                TableColumn.<JsonNode>number("DONE", RunColumns::done).exactly(run -> doneOf(run) + "/" + sizeOf(run)),
                TableColumn.number("FAILED", run -> text(run, "failed")),
                TableColumn.moment("CREATED", run -> text(run, "created"), now),
                took(now),
                TableColumn.<JsonNode>of("REASON", run -> text(run, "reason")).onlyWide(),
                TableColumn.<JsonNode>of("OWNER", run -> text(run, "owner")).onlyWide(),
                TableColumn.<JsonNode>number("PRIORITY", run -> text(run, "priority"))
                        .onlyWide(),
                TableColumn.<JsonNode>of("REQUIRES", run -> list(run, "requires"))
                        .onlyWide(),
                TableColumn.<JsonNode>of("LABELS", RunColumns::labels).onlyWide());
    }

    public static List<TableColumn<JsonNode>> tasks(Instant now) {
        return List.of(
                TableColumn.number("TASK", task -> text(task, "index")),
                TableColumn.of("STATE", task -> text(task, "state")),
                TableColumn.of("REASON", task -> text(task, "reason")),
                TableColumn.number("EXIT", task -> text(task, "exitCode")),
                TableColumn.number("ATTEMPT", task -> text(task, "attempt")),
                TableColumn.of("PARAMETER", RunColumns::parameter),
                TableColumn.of("AGENT", task -> text(task, "agent")),
                took(now),
                TableColumn.<JsonNode>of("MESSAGE", task -> text(task, "message"))
                        .onlyWide(),
                TableColumn.<JsonNode>number("CPU", task -> text(task, "cpuSeconds"))
                        .onlyWide(),
                TableColumn.<JsonNode>number("MEMORY", RunColumns::memory)
                        .exactly(task -> text(task, "peakMemoryBytes"))
                        .onlyWide());
    }

    private static TableColumn<JsonNode> took(Instant now) {
        return TableColumn.<JsonNode>of(
                        "TOOK", item -> TimeAgo.took(text(item, "started"), text(item, "finished"), now))
                .exactly(item -> TimeAgo.seconds(text(item, "started"), text(item, "finished"), now));
    }

    /** What a task does: of a workflow's task its actions, in short; else its parameter. */
    private static String parameter(JsonNode task) {
        var actions = task.path("actions");
        if (actions.isEmpty()) return text(task, "parameter");
        var first = actions.path(0).asString();
        var last = actions.path(actions.size() - 1).asString();
        return switch (actions.size()) {
            case 1 -> first;
            case 2 -> first + ", " + last;
            default -> "%s, +%d, %s".formatted(first, actions.size() - 2, last);
        };
    }

    public static String text(JsonNode node, String field) {
        return JsonText.text(node, field).orElse("");
    }

    public static String list(JsonNode node, String field) {
        var words = new ArrayList<String>();
        node.path(field).forEach(word -> words.add(word.asString()));
        return String.join(",", words);
    }

    public static String labels(JsonNode node) {
        var words = new ArrayList<String>();
        node.path("labels")
                .properties()
                .forEach(label ->
                        words.add(label.getKey() + "=" + label.getValue().asString()));
        return String.join(",", words);
    }

    private static String done(JsonNode run) {
        return HumanNumbers.count(doneOf(run)) + "/" + HumanNumbers.count(sizeOf(run));
    }

    /**
     * How much of a run is done. For a job this counts iterations: how many tasks did them, and how many were not needed, says nothing.
     */
    private static long doneOf(JsonNode run) {
        return run.has("iterations") ? Math.min(JsonText.number(run, "stored"), sizeOf(run)) : ended(run);
    }

    private static long sizeOf(JsonNode run) {
        return JsonText.number(run, run.has("iterations") ? "iterations" : "size");
    }

    private static long ended(JsonNode run) {
        return JsonText.number(run, "succeeded") + JsonText.number(run, "failed") + JsonText.number(run, "cancelled");
    }

    private static String memory(JsonNode task) {
        long bytes = JsonText.number(task, "peakMemoryBytes");
        return bytes == 0 ? "" : HumanNumbers.bytes(bytes);
    }
}
