package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel server ls}. */
@Command(
        name = "ls",
        description = "Lists the servers that share the database of the one that is asked.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel server ls", "  tidewheel server ls -o json"})
final class ServerLs extends CliCommand {
    ServerLs(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        try (var api = ApiClients.openServer(common, "only servers know of servers")) {
            new ListPrinter(common.console(), format)
                    .list(
                            api.get("/servers").path("items"),
                            columns(Instant.now()),
                            server -> RunColumns.text(server, "name"));
        }
        return ExitCodes.OK;
    }

    private static List<TableColumn<JsonNode>> columns(Instant now) {
        return List.of(
                TableColumn.of("NAME", server -> RunColumns.text(server, "name")),
                TableColumn.of("ADDRESS", server -> RunColumns.text(server, "address")),
                TableColumn.of("STATE", server -> RunColumns.text(server, "state")),
                TableColumn.number("AGENTS", server -> RunColumns.text(server, "agents")),
                TableColumn.number("RUNS", server -> RunColumns.text(server, "runs")),
                TableColumn.<JsonNode>number("LAG", ServerLs::lag)
                        .exactly(server -> RunColumns.text(server, "silentSeconds")),
                TableColumn.moment("SINCE", server -> RunColumns.text(server, "since"), now),
                TableColumn.of("VERSION", server -> RunColumns.text(server, "version")),
                TableColumn.<JsonNode>of("NUMBER", server -> RunColumns.text(server, "number"))
                        .onlyWide());
    }

    private static String lag(JsonNode server) {
        return "%.1f s".formatted(JsonText.decimal(server, "silentSeconds"));
    }
}
