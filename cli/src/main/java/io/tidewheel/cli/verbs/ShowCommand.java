package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Api;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.api.Pages;
import io.tidewheel.cli.api.Paths;
import io.tidewheel.cli.jobs.JobTable;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Format;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.Safe;
import io.tidewheel.cli.text.States;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel show}. */
@Command(
        name = "show",
        description = "Shows a run with its tasks, or one task with its attempts.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel show last", "  tidewheel show 12/3 -o yaml", "  tidewheel show 12 --action simulate"})
public final class ShowCommand extends Verb {
    private static final int USUAL_TASKS = 20;
    private static final int MOST_RESULTS = 100_000;
    private static final int MOST_JOBS = 10_000;

    @Parameters(
            paramLabel = "RUN[/TASK]",
            arity = "0..1",
            description = "A number, last, or a name; with a slash, one task.")
    private String what = "last";

    @Option(names = "--failed", description = "Only tasks that failed.")
    private boolean failed;

    @Option(names = "--state", paramLabel = "STATE", split = ",", description = "Only tasks in these states.")
    private List<String> states = new ArrayList<>();

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = "At most so many tasks (20).")
    private int limit = USUAL_TASKS;

    @Option(names = "--job", description = "Only how an iterative job stands: its partitions, shares and speeds.")
    private boolean jobOnly;

    @Option(
            names = "--action",
            paramLabel = "ID",
            description = "Only how the iterative job of this action stands, in a workflow.")
    private @Nullable String action;

    @Option(names = "--tasks", description = "Only the tasks, as a list.")
    private boolean tasksOnly;

    public ShowCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        var listing = new Listing(common.console(), format);
        try (var api = Apis.open(common)) {
            var place = Selector.place(api, what);
            var found = api.get(place.path());
            if (place.task().isPresent()) showTask(api, place, found, listing);
            else if (action != null) showJob(api, "/runs/" + place.run() + "/jobs/" + Paths.part(action), format);
            else if (jobOnly) showJobs(api, place, found, format);
            else if (tasksOnly || (failed && !format.isForPeople())) listTasks(api, place, listing);
            else showRun(api, place, found, listing, format);
        }
        return Exit.OK;
    }

    private void showRun(Api api, Selector.Place place, JsonNode run, Listing listing, Format format) {
        listing.one(run, RunColumns.runs(Instant.now()), node -> RunColumns.text(node, "id"), () -> {
            facts(run);
            reuse(api, run);
            if (RunColumns.text(run, "kind").equals("job")) job(api, run, format);
            if (RunColumns.text(run, "kind").equals("workflow")) jobs(api, place, format);
            common.console().out().println();
            listTasks(api, place, new Listing(common.console(), format));
            if (Json.text(run, "kind").orElse("").equals("workflow")) results(api, place);
            long size = Json.number(run, "size");
            if (states.isEmpty() && !failed && size > limit) {
                common.console()
                        .note("the first %d of %d tasks; more with --limit N, failed ones with --failed"
                                .formatted(limit, size));
            }
        });
    }

    /** The job that it is, or the only one in it; of several a line each. */
    private void showJobs(Api api, Selector.Place place, JsonNode run, Format format) {
        if (RunColumns.text(run, "kind").equals("workflow")) {
            var jobs = inside(api, place);
            if (jobs.size() > 1) {
                new Listing(common.console(), format)
                        .list(jobs, JobTable.jobColumns(), job -> RunColumns.text(job, "action"));
                return;
            }
        }
        showJob(api, "/runs/" + place.run() + "/job", format);
    }

    private List<JsonNode> inside(Api api, Selector.Place place) {
        var jobs = new ArrayList<JsonNode>();
        Pages.of(api, Paths.of("/runs/" + place.run() + "/jobs"), MOST_JOBS).forEach(jobs::add);
        return jobs;
    }

    /** What of a workflow is iterative jobs. */
    private void jobs(Api api, Selector.Place place, Format format) {
        var jobs = inside(api, place);
        if (jobs.isEmpty()) return;
        common.console().out().println();
        new Listing(common.console(), format)
                .list(
                        jobs.subList(0, Math.min(limit, jobs.size())),
                        JobTable.jobColumns(),
                        job -> RunColumns.text(job, "action"));
        if (jobs.size() > limit)
            common.console().note("the first %d of %d jobs; more with --limit N".formatted(limit, jobs.size()));
        common.console().note("one of them: tidewheel show %d --action ID".formatted(place.run()));
    }

    private void showJob(Api api, String path, Format format) {
        var job = api.get(path);
        new Listing(common.console(), format)
                .one(
                        job,
                        JobTable.columns(),
                        node -> RunColumns.text(node, "run"),
                        () -> new JobTable(common.console(), format).show(job));
    }

    private void job(Api api, JsonNode run, Format format) {
        common.console().out().println();
        new JobTable(common.console(), format).show(api.get("/runs/" + RunColumns.text(run, "id") + "/job"));
    }

    /** What a workflow took over from an earlier run, and why the rest was run. */
    private void reuse(Api api, JsonNode run) {
        if (!RunColumns.text(run, "kind").equals("workflow")) return;
        var reuse = api.get("/runs/" + RunColumns.text(run, "id") + "/reuse");
        if (!reuse.path("resumes").asBoolean(false)) return;
        var line = new StringBuilder("%d of %d".formatted(Json.number(reuse, "reused"), Json.number(reuse, "ended")));
        var misses = reuse.path("misses");
        for (int i = 0; i < misses.size(); i++) {
            line.append(i == 0 ? "; misses: " : "; ")
                    .append(Json.number(misses.path(i), "count"))
                    .append(" x ")
                    .append(RunColumns.text(misses.path(i), "reason"));
        }
        common.console().out().println("%-16s %s".formatted("reused", Safe.line(line.toString())));
    }

    /** What a workflow has stored, a line for each file. */
    private void results(Api api, Selector.Place place) {
        var out = common.console().out();
        int shown = 0;
        for (var item : Pages.of(api, Paths.of("/runs/" + place.run() + "/results"), MOST_RESULTS)) {
            for (var file : item.path("files")) {
                if (!file.path("stored").asBoolean(false)) continue;
                if (shown == 0) out.printf("%nresults%n");
                if (shown++ == limit) {
                    common.console().note("the first %d results; more with --limit N".formatted(limit));
                    return;
                }
                out.println("  %s  %s"
                        .formatted(
                                Safe.line(RunColumns.text(file, "variable")),
                                Safe.line(RunColumns.text(file, "path"))));
            }
        }
    }

    private void listTasks(Api api, Selector.Place place, Listing listing) {
        var path = Paths.of("/runs/" + place.run() + "/chains");
        if (failed) path = path.with("state", "FAILED");
        for (var state : states) path = path.with("state", state.toUpperCase(Locale.ROOT));
        listing.list(
                Pages.of(api, path, limit),
                RunColumns.tasks(Instant.now()),
                task -> RunColumns.text(task, "run") + "/" + RunColumns.text(task, "index"));
    }

    private void showTask(Api api, Selector.Place place, JsonNode task, Listing listing) {
        listing.one(task, RunColumns.tasks(Instant.now()), node -> place.text(), () -> {
            facts(task);
            attempts(api.get(place.path() + "/attempts"));
        });
    }

    private void attempts(JsonNode attempts) {
        var items = attempts.path("items");
        if (items.isEmpty()) return;
        var out = common.console().out();
        out.println();
        out.println("attempts that did not succeed");
        for (var attempt : items) {
            out.println("  %s on %s: %s %s"
                    .formatted(
                            RunColumns.text(attempt, "number"),
                            Safe.line(RunColumns.text(attempt, "agent")),
                            RunColumns.text(attempt, "reason"),
                            Safe.line(RunColumns.text(attempt, "message"))));
        }
    }

    /** Every field on a line of its own. */
    private void facts(JsonNode node) {
        var console = common.console();
        for (var field : node.properties()) {
            var text = value(field.getValue());
            if (text.isEmpty()) continue;
            boolean state = field.getKey().equals("state");
            var shown = state && console.colorsOut() ? States.colored(text) : indented(text);
            console.out().println("%-16s %s".formatted(field.getKey(), shown));
        }
    }

    private static String value(JsonNode value) {
        if (value.isArray()) {
            var words = new ArrayList<String>();
            value.forEach(word -> words.add(value(word)));
            return String.join(value.path(0).isObject() ? "; " : " ", words);
        }
        if (value.isObject()) {
            var words = new ArrayList<String>();
            value.properties().forEach(entry -> words.add(entry.getKey() + "=" + value(entry.getValue())));
            return String.join(" ", words);
        }
        return Safe.lines(value.asString());
    }

    private static String indented(String text) {
        return text.stripTrailing().replace("\n", "\n" + " ".repeat(17));
    }
}
