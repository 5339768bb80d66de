package io.tidewheel.cli.verbs;

import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A task in the columns that users of Nextflow know from its trace file, with raw values: times in milliseconds since 1970, durations in
 * milliseconds, sizes in bytes. What is not known is a dash.
 */
final class NextflowTrace {
    private static final List<String> COLUMNS = List.of(
            "task_id",
            "hash",
            "native_id",
            "name",
            "status",
            "exit",
            "submit",
            "start",
            "complete",
            "duration",
            "realtime",
            "%cpu",
            "peak_rss",
            "peak_vmem",
            "rchar",
            "wchar");

    static final String HEADER = String.join("\t", COLUMNS);

    private static final String UNKNOWN = "-";

    private NextflowTrace() {}

    static String line(JsonNode task) {
        var added = moment(task, "added");
        var started = moment(task, "started");
        var finished = moment(task, "finished");
        double run = JsonText.decimal(task, "runSeconds");
        double cpu = JsonText.decimal(task, "cpuSeconds");
        return List.of(
                        RunColumns.text(task, "index"),
                        UNKNOWN,
                        RunColumns.text(task, "agent"),
                        name(task),
                        status(task),
                        RunColumns.text(task, "exitCode"),
                        millis(added),
                        millis(started),
                        millis(finished),
                        between(added, finished),
                        task.has("runSeconds") ? Long.toString(Math.round(run * 1e3)) : "",
                        task.has("cpuSeconds") && run > 0 ? "%.1f".formatted(100 * cpu / run) : "",
                        RunColumns.text(task, "peakMemoryBytes"),
                        UNKNOWN,
                        UNKNOWN,
                        RunColumns.text(task, "stdoutBytes"))
                .stream()
                .map(text -> text.isEmpty() ? UNKNOWN : text)
                .collect(Collectors.joining("\t"));
    }

    private static String name(JsonNode task) {
        var parameter = SafeText.line(RunColumns.text(task, "parameter").replaceAll("[\\t\\n]+", " "));
        return parameter.isEmpty() ? "task " + RunColumns.text(task, "index") : parameter;
    }

    private static String status(JsonNode task) {
        return switch (RunColumns.text(task, "state")) {
            case "SUCCEEDED" -> task.has("reused") ? "CACHED" : "COMPLETED";
            case "FAILED" -> "FAILED";
            case "CANCELLED" -> "ABORTED";
            case "RUNNING" -> "RUNNING";
            default -> "SUBMITTED";
        };
    }

    private static Optional<Instant> moment(JsonNode task, String field) {
        return JsonText.text(task, field).map(Instant::parse);
    }

    private static String millis(Optional<Instant> at) {
        return at.map(moment -> Long.toString(moment.toEpochMilli())).orElse("");
    }

    private static String between(Optional<Instant> from, Optional<Instant> to) {
        if (from.isEmpty() || to.isEmpty()) return "";
        return Long.toString(Math.max(0, Duration.between(from.get(), to.get()).toMillis()));
    }
}
