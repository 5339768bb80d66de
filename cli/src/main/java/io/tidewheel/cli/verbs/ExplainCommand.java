package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.api.Paths;
import io.tidewheel.cli.text.Column;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.Safe;
import io.tidewheel.model.Counted;
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
public final class ExplainCommand extends Verb {
    private static final List<Column<JsonNode>> COLUMNS = List.of(
            Column.of("STATE", node -> RunColumns.text(node, "state")),
            Column.of("SENTENCE", node -> RunColumns.text(node, "sentence")),
            Column.of("REMEDY", node -> RunColumns.text(node, "remedy")));

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
        try (var api = Apis.open(common)) {
            var place = Selector.place(api, what);
            var said = api.get(place.path() + "/explain");
            new Listing(common.console(), format).one(said, COLUMNS, _ -> place.text(), () -> tell(place.text(), said));
            if (!api.isAlive() && said.path("waiting").asBoolean())
                common.console().note(Nobody.WORKS);
        }
        return Exit.OK;
    }

    private Integer explainMachine() {
        if (!what.equals("machine"))
            throw Trouble.usage(
                    "'%s %s' is too much: name a run, or the word machine and the id of one"
                            .formatted(Safe.line(what), Safe.line(machine)),
                    "example: tidewheel explain machine small-x7k2m9qa");
        try (var api = Apis.openServer(common, MachineLs.NEEDS_SERVER)) {
            var said = api.get("/machines/%s/explain".formatted(Paths.part(machine)));
            new Listing(common.console(), common.format())
                    .one(said, COLUMNS, _ -> machine, () -> tell("machine " + machine, said));
        }
        return Exit.OK;
    }

    private void tell(String name, JsonNode said) {
        var out = common.console().out();
        out.println("%s is %s: %s"
                .formatted(name, RunColumns.text(said, "state"), Safe.line(RunColumns.text(said, "sentence"))));
        for (var reason : said.path("reasons")) {
            var tasks = RunColumns.text(reason, "chains");
            out.println("  - " + Safe.line(RunColumns.text(reason, "text"))
                    + (tasks.isEmpty()
                            ? ""
                            : " (" + Counted.of(reason.path("chains").asLong(), "task") + ")"));
        }
        var remedy = RunColumns.text(said, "remedy");
        if (!remedy.isEmpty()) out.println("what helps: " + Safe.line(remedy));
    }
}
