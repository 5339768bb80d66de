package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.TableColumn;
import io.tidewheel.model.CountedNoun;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel explain}. */
@Command(
        name = "explain",
        description =
                "Says why a run or a task waits, or why it ended as it did, and what would help; or why a machine was"
                        + " bought or let go, and who pays for it.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel explain last", "  tidewheel explain 12/3", "  tidewheel explain machine small-x7k2m9qa"})
public final class ExplainCommand extends CliCommand {
    private static final List<TableColumn<JsonNode>> COLUMNS = List.of(
            TableColumn.of("STATE", node -> RunColumns.text(node, "state")),
            TableColumn.of("SENTENCE", node -> RunColumns.text(node, "sentence")),
            TableColumn.of("REMEDY", node -> RunColumns.text(node, "remedy")));

    @Parameters(
            index = "0",
            paramLabel = "RUN[/TASK]|machine",
            arity = "0..1",
            description = "A number, last, or a name; with a slash, one task.")
    private String what = "last";

    @Parameters(
            index = "1",
            paramLabel = "MACHINE",
            arity = "0..1",
            description = "After the word machine: the id of one.")
    private String machine = "";

    public ExplainCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        if (!machine.isEmpty()) return explainMachine();
        try (var api = ApiClients.open(common)) {
            var place = RunSelector.place(api, what);
            var said = api.get(place.path() + "/explain");
            new ListPrinter(common.console(), format)
                    .one(said, COLUMNS, _ -> place.text(), () -> tell(place.text(), said));
            if (!api.isAlive() && said.path("waiting").asBoolean())
                common.console().note(NoServerMessage.WORKS);
        }
        return ExitCodes.OK;
    }

    private Integer explainMachine() {
        if (!what.equals("machine"))
            throw CliError.usage(
                    "'%s %s' is too much: name a run, or the word machine and the id of one"
                            .formatted(SafeText.line(what), SafeText.line(machine)),
                    "example: tidewheel explain machine small-x7k2m9qa");
        try (var api = ApiClients.openServer(common, MachineLs.NEEDS_SERVER)) {
            var said = api.get("/machines/%s/explain".formatted(ApiPaths.part(machine)));
            new ListPrinter(common.console(), common.format())
                    .one(said, COLUMNS, _ -> machine, () -> tell("machine " + machine, said));
        }
        return ExitCodes.OK;
    }

    private void tell(String name, JsonNode said) {
        var out = common.console().out();
        out.println("%s is %s: %s"
                .formatted(name, RunColumns.text(said, "state"), SafeText.line(RunColumns.text(said, "sentence"))));
        for (var reason : said.path("reasons")) {
            var tasks = RunColumns.text(reason, "tasks");
            out.println("  - " + SafeText.line(RunColumns.text(reason, "text"))
                    + (tasks.isEmpty()
                            ? ""
                            : " (" + CountedNoun.of(reason.path("tasks").asLong(), "task") + ")"));
        }
        var remedy = RunColumns.text(said, "remedy");
        if (!remedy.isEmpty()) out.println("what helps: " + SafeText.line(remedy));
    }
}
