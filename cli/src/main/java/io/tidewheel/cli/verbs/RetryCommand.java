package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.run.RunCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.OutputFormat;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.model.CountedNoun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel retry}. */
@Command(
        name = "retry",
        description = {
            "Makes a new run of the tasks of an ended run that failed or were cancelled;",
            "of a workflow, of what failed and what depends on it.",
            "What has ended stays as it is; the new run remembers where it comes from."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel retry last --failed", "  tidewheel retry 12/3", "  tidewheel retry 12 --task 3,7"})
public final class RetryCommand extends CliCommand {
    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "A number, last, or a name; with a slash one of its tasks.")
    private String what = "last";

    @Option(names = "--failed", description = "All that failed or were cancelled (this is the default).")
    private boolean failed;

    @Option(names = "--all", description = "All tasks, also those that succeeded.")
    private boolean all;

    @Option(names = "--task", paramLabel = "T", split = ",", description = "Only these tasks.")
    private List<Integer> tasks = new ArrayList<>();

    public RetryCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (failed && all) throw CliError.usage("--failed and --all exclude each other: give one of them");
        var format = common.format();
        long made;
        boolean works;
        try (var api = ApiClients.open(common, common.server())) {
            made = retry(api, format);
            works = api.isAlive();
        }
        return works ? ExitCodes.OK : RunCommand.resume(common, made);
    }

    /** Answers the number of the new run. */
    private long retry(ApiClient api, OutputFormat format) {
        var place = RunSelector.place(api, what);
        long run = place.run();
        if (!api.isAlive()) checkKind(api, run);
        place.task().ifPresent(tasks::add);
        var body = JsonText.object().put("failed", !all && tasks.isEmpty());
        if (!tasks.isEmpty()) {
            var list = body.putArray("tasks");
            tasks.forEach(list::add);
        }
        var made = api.post("/runs/" + run + "/retry", body, Map.of());
        var id = RunColumns.text(made, "id");
        new ListPrinter(common.console(), format).one(made, RunColumns.runs(Instant.now()), _ -> id, () -> {
            common.console().out().println(id);
            common.console()
                    .note("run %s repeats %s of run %d; watch it with: tidewheel watch %s"
                            .formatted(id, part(made), run, id));
        });
        return Long.parseLong(id);
    }

    /** Refuses other kinds of run than tasks: without a server the new run is done here and now, which only tasks can be. */
    private static void checkKind(ApiClient api, long run) {
        var kind = RunColumns.text(api.get("/runs/" + run), "kind");
        if (kind.equals("tasks")) return;
        throw new CliError(
                ExitCodes.UNREACHABLE,
                "run %d is a %s: to retry it takes a server, and none runs here".formatted(run, kind),
                "start one with: tidewheel server start");
    }

    /** How much is retried, in words. For a workflow it is not known beforehand how many chains there will be. */
    private static String part(JsonNode made) {
        return RunColumns.text(made, "kind").equals("workflow")
                ? "what did not succeed"
                : CountedNoun.of(JsonText.number(made, "size"), "task");
    }
}
