package io.tidewheel.cli.jobs;

import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.OutputFormat;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.TableColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A job for people: a few lines about the whole, then a line for each partition. */
public final class JobTable {
    private static final int EVENTS_SHOWN = 5;

    private final Console console;
    private final OutputFormat format;

    public JobTable(Console console, OutputFormat format) {
        this.console = console;
        this.format = format;
    }

    public void show(JsonNode job) {
        var out = console.out();
        if (job.has("action")) {
            out.println(fact("job", RunColumns.text(job, "action")));
            out.println(fact("state", RunColumns.text(job, "state")));
        }
        out.println(fact("iterations", "%s stored of %s".formatted(number(job, "stored"), number(job, "iterations"))));
        out.println(fact("target", job.has("target") ? time(job, "target") : "none: split once, without balancing"));
        if (job.has("took")) out.println(fact("took", time(job, "took") + target(job)));
        else if (isMissed(job)) out.println(fact("took", "it ended without being complete" + target(job)));
        if (!job.path("complete").asBoolean(false) && job.has("toGo")) outlook(job);
        if (job.has("tascaasId")) out.println(fact("tascaas id", RunColumns.text(job, "tascaasId")));
        out.println();
        var parts = new ArrayList<JsonNode>();
        job.path("partitions").forEach(parts::add);
        new ListPrinter(console, format).list(parts, columns(), part -> RunColumns.text(part, "partition"));
        events(job);
    }

    /** Whether a job that has ended met its target. */
    private static String target(JsonNode job) {
        if (!job.has("target") || !job.has("inTime")) return "";
        if (job.path("inTime").asBoolean()) return ": the target was met";
        return job.has("late") ? ": the target was missed by " + time(job, "late") : ": the target was missed";
    }

    private static boolean isMissed(JsonNode job) {
        return !job.has("toGo") && job.has("inTime") && !job.path("inTime").asBoolean();
    }

    /** How far a job is, in one line. */
    public static String line(JsonNode job) {
        var name = job.has("action") ? "job " + RunColumns.text(job, "action") : "job";
        double speed = JsonText.decimal(job, "speed");
        var text = "%s: %s of %s stored, %s left"
                .formatted(name, number(job, "stored"), number(job, "iterations"), number(job, "left"));
        if (job.has("took")) return SafeText.line("%s, took %s%s".formatted(text, time(job, "took"), target(job)));
        if (speed > 0) text += " at %s/s".formatted(HumanNumbers.rate(speed));
        return SafeText.line(job.has("toGo") ? text + ", ends " + ends(job) : text);
    }

    private void outlook(JsonNode job) {
        var out = console.out();
        out.println(fact("left", number(job, "left")));
        double speed = JsonText.decimal(job, "speed");
        if (speed > 0) out.println(fact("speed", HumanNumbers.rate(speed) + "/s"));
        if (job.has("toGo")) out.println(fact("ends", ends(job)));
    }

    private static String ends(JsonNode job) {
        var text = "in " + time(job, "toGo");
        if (job.has("timeLeft")) {
            double left = JsonText.decimal(job, "timeLeft");
            text += left < 0
                    ? ", %s after the target".formatted(HumanNumbers.duration(seconds(-left)))
                    : ", the target is in %s%s"
                            .formatted(
                                    HumanNumbers.duration(seconds(left)),
                                    job.path("inTime").asBoolean(true) ? "" : ": it will be late");
        }
        return text;
    }

    private void events(JsonNode job) {
        var events = job.path("events");
        if (events.isEmpty()) return;
        console.out().println();
        for (int i = Math.max(0, events.size() - EVENTS_SHOWN); i < events.size(); i++) {
            var event = events.path(i);
            console.out()
                    .println("%s  %s"
                            .formatted(RunColumns.text(event, "at"), SafeText.line(RunColumns.text(event, "text"))));
        }
    }

    /** The columns of a list of jobs inside of a workflow. */
    public static List<TableColumn<JsonNode>> jobColumns() {
        return List.of(
                TableColumn.of("JOB", job -> RunColumns.text(job, "action")),
                TableColumn.of("STATE", job -> RunColumns.text(job, "state")),
                TableColumn.number("ITERATIONS", job -> number(job, "iterations")),
                TableColumn.number("STORED", job -> number(job, "stored")),
                TableColumn.number("PER SECOND", job -> rate(JsonText.decimal(job, "speed"))),
                TableColumn.number("PARTITIONS", job -> number(job, "partitions")),
                TableColumn.number("TARGET", job -> job.has("target") ? time(job, "target") : ""),
                TableColumn.number("TO GO", job -> job.has("toGo") ? time(job, "toGo") : ""),
                TableColumn.number("TOOK", job -> job.has("took") ? time(job, "took") : ""),
                TableColumn.of("LATE", job -> job.has("late") ? time(job, "late") : isMissed(job) ? "missed" : ""));
    }

    /** The columns of a list of partitions. */
    public static List<TableColumn<JsonNode>> columns() {
        return List.of(
                TableColumn.number("PARTITION", part -> RunColumns.text(part, "partition")),
                TableColumn.of("STATE", part -> RunColumns.text(part, "state")),
                TableColumn.number("ITERATIONS", part -> number(part, "iterations")),
                TableColumn.number("SHARE", part -> number(part, "share")),
                TableColumn.number("PER SECOND", part -> rate(JsonText.decimal(part, "speed"))),
                TableColumn.number("TASK", part -> RunColumns.text(part, "task")),
                TableColumn.of("WHERE", part -> RunColumns.text(part, "site")));
    }

    private static String rate(double speed) {
        return speed > 0 ? HumanNumbers.rate(speed) : "";
    }

    private static String number(JsonNode node, String field) {
        return HumanNumbers.count(JsonText.number(node, field));
    }

    private static String time(JsonNode node, String field) {
        return HumanNumbers.duration(seconds(JsonText.decimal(node, field)));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis((long) (seconds * 1e3));
    }

    private static String fact(String name, String value) {
        return "%-16s %s".formatted(name, SafeText.line(value));
    }
}
