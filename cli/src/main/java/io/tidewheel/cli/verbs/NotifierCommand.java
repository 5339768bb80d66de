package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel notifier}. */
@Command(
        name = "notifier",
        description = "Lists whom the server tells what happens, or tries whether they can be told.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel notifier ls", "  tidewheel notifier test ops"})
public final class NotifierCommand extends CommandGroup {
    private static final String NEEDS_SERVER = "it is a server that tells people what happens";

    /** The command with all its subcommands. */
    public static CommandLine with(Console console) {
        return new CommandLine(new NotifierCommand())
                .addSubcommand(new NotifierList(console))
                .addSubcommand(new NotifierTest(console));
    }

    /** {@code tidewheel notifier ls}. */
    @Command(
            name = "ls",
            description = "Lists whom the server tells what happens, and how that goes.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel notifier ls", "  tidewheel notifier ls -o json"})
    static final class NotifierList extends CliCommand {
        private static final List<TableColumn<JsonNode>> COLUMNS = List.of(
                TableColumn.of("NAME", row -> RunColumns.text(row, "name")),
                TableColumn.of("NOTIFIER", row -> RunColumns.text(row, "notifier")),
                TableColumn.of("TELLS", row -> RunColumns.text(row, "tells")),
                TableColumn.of("OWNER", row -> RunColumns.text(row, "owner")),
                TableColumn.number("WAITING", row -> RunColumns.text(row, "waiting")),
                TableColumn.of("ON", row -> RunColumns.list(row, "on")),
                TableColumn.of("LAST FAILURE", row -> RunColumns.text(row, "lastFailure")));

        NotifierList(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            var format = common.format();
            try (var api = ApiClients.openServer(common, NEEDS_SERVER)) {
                new ListPrinter(common.console(), format)
                        .list(api.get("/notifiers").path("items"), COLUMNS, row -> RunColumns.text(row, "name"));
            }
            return ExitCodes.OK;
        }
    }

    /** {@code tidewheel notifier test}. */
    @Command(
            name = "test",
            description = "Lets the server tell somebody now that this is a test.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel notifier test ops", "  tidewheel notifier test $(tidewheel notifier ls -o name)"})
    static final class NotifierTest extends CliCommand {
        @Parameters(paramLabel = "NAME", arity = "1..*", description = "Names, as notifier ls shows them.")
        private List<String> names = List.of();

        NotifierTest(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            common.config();
            try (var api = ApiClients.openServer(common, NEEDS_SERVER)) {
                for (var name : names) {
                    var told = api.post("/notifiers/" + ApiPaths.part(name) + "/test");
                    common.console().note("%s was told: %s".formatted(name, RunColumns.text(told, "tells")));
                }
            }
            return ExitCodes.OK;
        }
    }
}
