package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.text.Column;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.Safe;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel explain}. */
@Command(
        name = "explain",
        description = "Says why a run or a task waits, or why it ended as it did, and what would help.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel explain last", "  tidewheel explain 12/3"})
public final class ExplainCommand extends Verb {
    @Parameters(
            paramLabel = "RUN[/TASK]",
            arity = "0..1",
            description = "A number, last, or a name; with a slash, one task.")
    private String what = "last";

    public ExplainCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        try (var api = Apis.open(common)) {
            var place = Selector.place(api, what);
            var said = api.get(place.path() + "/explain");
            var columns = List.<Column<JsonNode>>of(
                    Column.of("STATE", node -> RunColumns.text(node, "state")),
                    Column.of("SENTENCE", node -> RunColumns.text(node, "sentence")),
                    Column.of("REMEDY", node -> RunColumns.text(node, "remedy")));
            new Listing(common.console(), format).one(said, columns, _ -> place.text(), () -> tell(place, said));
            if (!api.isAlive() && said.path("waiting").asBoolean())
                common.console().note(Nobody.WORKS);
        }
        return Exit.OK;
    }

    private void tell(Selector.Place place, JsonNode said) {
        var out = common.console().out();
        out.println("%s is %s: %s"
                .formatted(place.text(), RunColumns.text(said, "state"), Safe.line(RunColumns.text(said, "sentence"))));
        for (var reason : said.path("reasons")) {
            var tasks = RunColumns.text(reason, "chains");
            out.println("  - " + Safe.line(RunColumns.text(reason, "text"))
                    + (tasks.isEmpty() ? "" : " (" + tasks + " tasks)"));
        }
        var remedy = RunColumns.text(said, "remedy");
        if (!remedy.isEmpty()) out.println("what helps: " + Safe.line(remedy));
    }
}
