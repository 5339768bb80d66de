package io.tidewheel.cli.text;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** How runs and tasks look in tables. */
public final class RunColumns {
    private RunColumns() {}

    public static List<Column<JsonNode>> runs(Instant now) {
        return List.of(
                Column.number("RUN", run -> text(run, "id")),
                Column.of("NAME", run -> text(run, "name")),
                Column.of("STATE", run -> text(run, "state")),
                Column.<JsonNode>number("DONE", RunColumns::done).exactly(run -> doneOf(run) + "/" + sizeOf(run)),
                Column.number("FAILED", run -> text(run, "failed")),
                Column.moment("CREATED", run -> text(run, "created"), now),
                took(now),
                Column.<JsonNode>of("REASON", run -> text(run, "reason")).onlyWide(),
                Column.<JsonNode>of("OWNER", run -> text(run, "owner")).onlyWide(),
                Column.<JsonNode>number("PRIORITY", run -> text(run, "priority"))
                        .onlyWide(),
                Column.<JsonNode>of("REQUIRES", run -> list(run, "requires")).onlyWide(),
                Column.<JsonNode>of("LABELS", RunColumns::labels).onlyWide());
    }

    public static List<Column<JsonNode>> tasks(Instant now) {
        return List.of(
                Column.number("TASK", task -> text(task, "index")),
                Column.of("STATE", task -> text(task, "state")),
                Column.of("REASON", task -> text(task, "reason")),
                Column.number("EXIT", task -> text(task, "exitCode")),
                Column.number("ATTEMPT", task -> text(task, "attempt")),
                Column.of("PARAMETER", RunColumns::parameter),
                Column.of("AGENT", task -> text(task, "agent")),
                took(now),
                Column.<JsonNode>of("MESSAGE", task -> text(task, "message")).onlyWide(),
                Column.<JsonNode>number("CPU", task -> text(task, "cpuSeconds")).onlyWide(),
                Column.<JsonNode>number("MEMORY", RunColumns::memory)
                        .exactly(task -> text(task, "peakMemoryBytes"))
                        .onlyWide());
    }

    private static Column<JsonNode> took(Instant now) {
        return Column.<JsonNode>of("TOOK", item -> Times.took(text(item, "started"), text(item, "finished"), now))
                .exactly(item -> Times.seconds(text(item, "started"), text(item, "finished"), now));
    }

    /** Of a workflow's task its actions, in short; else its parameter. */
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
        return Json.text(node, field).orElse("");
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
        return Shown.count(doneOf(run)) + "/" + Shown.count(sizeOf(run));
    }

    /** Of a job its iterations: how many tasks did them, and how many were not needed, says nothing. */
    private static long doneOf(JsonNode run) {
        return run.has("iterations") ? Math.min(Json.number(run, "stored"), sizeOf(run)) : ended(run);
    }

    private static long sizeOf(JsonNode run) {
        return Json.number(run, run.has("iterations") ? "iterations" : "size");
    }

    private static long ended(JsonNode run) {
        return Json.number(run, "succeeded") + Json.number(run, "failed") + Json.number(run, "cancelled");
    }

    private static String memory(JsonNode task) {
        long bytes = Json.number(task, "peakMemoryBytes");
        return bytes == 0 ? "" : Shown.bytes(bytes);
    }
}
