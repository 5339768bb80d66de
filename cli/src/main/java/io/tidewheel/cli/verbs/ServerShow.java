package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.TableColumn;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel server show}. */
@Command(
        name = "show",
        description = "Tells about the server this command line would talk to.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel server show", "  tidewheel server show --server https://tides:7117 -o json"})
final class ServerShow extends CliCommand {
    ServerShow(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        try (var api = ApiClients.openServer(common, "there is no server to tell about")) {
            var server = api.get("/server");
            var columns = List.<TableColumn<JsonNode>>of(
                    TableColumn.of("VERSION", node -> RunColumns.text(node, "version")),
                    TableColumn.of("STORE", node -> RunColumns.text(node, "store")));
            new ListPrinter(common.console(), format)
                    .one(
                            server,
                            columns,
                            node -> RunColumns.text(node, "version"),
                            () -> server.properties()
                                    .forEach(field -> common.console()
                                            .out()
                                            .println("%-16s %s"
                                                    .formatted(
                                                            field.getKey(),
                                                            SafeText.line(field.getValue()
                                                                    .asString())))));
        }
        return ExitCodes.OK;
    }
}
