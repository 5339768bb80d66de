package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.jobs.JobTable;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.OutputFormat;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.StateColours;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
public final class ShowCommand extends CliCommand {
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
        var listing = new ListPrinter(common.console(), format);
        try (var api = ApiClients.open(common)) {
            var place = RunSelector.place(api, what);
            var found = api.get(place.path());
            if (place.task().isPresent()) showTask(api, place, found, listing);
            else if (action != null) showJob(api, "/runs/" + place.run() + "/jobs/" + ApiPaths.part(action), format);
            else if (jobOnly) showJobs(api, place, found, format);
            else if (tasksOnly || (failed && !format.isForPeople())) listTasks(api, place, listing);
            else showRun(api, place, found, listing, format);
        }
        return ExitCodes.OK;
    }

    private void showRun(
            ApiClient api, RunSelector.Place place, JsonNode run, ListPrinter listing, OutputFormat format) {
        listing.one(run, RunColumns.runs(Instant.now()), node -> RunColumns.text(node, "id"), () -> {
            facts(run);
            reuse(api, run);
            if (RunColumns.text(run, "kind").equals("job")) job(api, run, format);
            if (RunColumns.text(run, "kind").equals("workflow")) jobs(api, place, format);
            common.console().out().println();
            listTasks(api, place, new ListPrinter(common.console(), format));
            if (JsonText.text(run, "kind").orElse("").equals("workflow")) results(api, place);
            long size = JsonText.number(run, "size");
            if (states.isEmpty() && !failed && size > limit) {
                common.console()
                        .note("the first %d of %d tasks; more with --limit N, failed ones with --failed"
                                .formatted(limit, size));
            }
        });
    }

    /** The job that it is, or the only one in it; of several a line each. */
    private void showJobs(ApiClient api, RunSelector.Place place, JsonNode run, OutputFormat format) {
        if (RunColumns.text(run, "kind").equals("workflow")) {
            var jobs = inside(api, place);
            if (jobs.size() > 1) {
                new ListPrinter(common.console(), format)
                        .list(jobs, JobTable.jobColumns(), job -> RunColumns.text(job, "action"));
                return;
            }
        }
        showJob(api, "/runs/" + place.run() + "/job", format);
    }

    private List<JsonNode> inside(ApiClient api, RunSelector.Place place) {
        var jobs = new ArrayList<JsonNode>();
        PagedItems.of(api, ApiPaths.of("/runs/" + place.run() + "/jobs"), MOST_JOBS)
                .forEach(jobs::add);
        return jobs;
    }

    /** What of a workflow is iterative jobs. */
    private void jobs(ApiClient api, RunSelector.Place place, OutputFormat format) {
        var jobs = inside(api, place);
        if (jobs.isEmpty()) return;
        common.console().out().println();
        new ListPrinter(common.console(), format)
                .list(
                        jobs.subList(0, Math.min(limit, jobs.size())),
                        JobTable.jobColumns(),
                        job -> RunColumns.text(job, "action"));
        if (jobs.size() > limit)
            common.console().note("the first %d of %d jobs; more with --limit N".formatted(limit, jobs.size()));
        common.console().note("one of them: tidewheel show %d --action ID".formatted(place.run()));
    }

    private void showJob(ApiClient api, String path, OutputFormat format) {
        var job = api.get(path);
        new ListPrinter(common.console(), format)
                .one(
                        job,
                        JobTable.columns(),
                        node -> RunColumns.text(node, "run"),
                        () -> new JobTable(common.console(), format).show(job));
    }

    private void job(ApiClient api, JsonNode run, OutputFormat format) {
        common.console().out().println();
        new JobTable(common.console(), format).show(api.get("/runs/" + RunColumns.text(run, "id") + "/job"));
    }

    /** What a workflow took over from an earlier run, and why the rest was run. */
    private void reuse(ApiClient api, JsonNode run) {
        if (!RunColumns.text(run, "kind").equals("workflow")) return;
        var first = ApiPaths.of("/runs/" + RunColumns.text(run, "id") + "/reuse");
        long reused = 0;
        long ended = 0;
        var misses = new LinkedHashMap<String, Long>();
        for (var path = Optional.of(first); path.isPresent(); ) {
            var page = api.get(path.get().toString());
            if (!page.path("resumes").asBoolean(false)) return;
            reused += JsonText.number(page, "reused");
            ended += JsonText.number(page, "ended");
            for (var miss : page.path("misses"))
                misses.merge(RunColumns.text(miss, "reason"), JsonText.number(miss, "count"), Long::sum);
            path = Optional.of(RunColumns.text(page, "next"))
                    .filter(next -> !next.isEmpty())
                    .map(next -> first.with("cursor", next));
        }
        var line = new StringBuilder("%d of %d".formatted(reused, ended));
        misses.forEach((reason, count) -> line.append(line.indexOf("misses") < 0 ? "; misses: " : "; ")
                .append(count)
                .append(" x ")
                .append(reason));
        common.console().out().println("%-16s %s".formatted("reused", SafeText.line(line.toString())));
    }

    /** What a workflow has stored, a line for each file. */
    private void results(ApiClient api, RunSelector.Place place) {
        var out = common.console().out();
        int shown = 0;
        for (var item : PagedItems.of(api, ApiPaths.of("/runs/" + place.run() + "/results"), MOST_RESULTS)) {
            for (var file : item.path("files")) {
                if (!file.path("stored").asBoolean(false)) continue;
                if (shown == 0) out.printf("%nresults%n");
                if (shown++ == limit) {
                    common.console().note("the first %d results; more with --limit N".formatted(limit));
                    return;
                }
                out.println("  %s  %s"
                        .formatted(
                                SafeText.line(RunColumns.text(file, "variable")),
                                SafeText.line(RunColumns.text(file, "path"))));
            }
        }
    }

    private void listTasks(ApiClient api, RunSelector.Place place, ListPrinter listing) {
        var path = ApiPaths.of("/runs/" + place.run() + "/tasks");
        if (failed) path = path.with("state", "FAILED");
        for (var state : states) path = path.with("state", state.toUpperCase(Locale.ROOT));
        listing.list(
                PagedItems.of(api, path, limit),
                RunColumns.tasks(Instant.now()),
                task -> RunColumns.text(task, "run") + "/" + RunColumns.text(task, "index"));
    }

    private void showTask(ApiClient api, RunSelector.Place place, JsonNode task, ListPrinter listing) {
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
                            SafeText.line(RunColumns.text(attempt, "agent")),
                            RunColumns.text(attempt, "reason"),
                            SafeText.line(RunColumns.text(attempt, "message"))));
        }
    }

    /** Every field on a line of its own. */
    private void facts(JsonNode node) {
        var console = common.console();
        for (var field : node.properties()) {
            var text = value(field.getValue());
            if (text.isEmpty()) continue;
            boolean state = field.getKey().equals("state");
            var shown = state && console.colorsOut() ? StateColours.colored(text) : indented(text);
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
        return SafeText.lines(value.asString());
    }

    private static String indented(String text) {
        return text.stripTrailing().replace("\n", "\n" + " ".repeat(17));
    }
}
