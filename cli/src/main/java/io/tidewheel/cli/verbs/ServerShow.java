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
import tools.jackson.databind.JsonNode;

/** {@code tidewheel server show}. */
@Command(
        name = "show",
        description = "Tells about the server this command line would talk to.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel server show", "  tidewheel server show --server https://tides:7117 -o json"})
final class ServerShow extends Verb {
    ServerShow(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        try (var api = Apis.openServer(common, "there is no server to tell about")) {
            var server = api.get("/server");
            var columns = List.<Column<JsonNode>>of(
                    Column.of("VERSION", node -> RunColumns.text(node, "version")),
                    Column.of("STORE", node -> RunColumns.text(node, "store")));
            new Listing(common.console(), format)
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
                                                            Safe.line(field.getValue()
                                                                    .asString())))));
        }
        return Exit.OK;
    }
}
