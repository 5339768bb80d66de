package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel machine ls}. */
@Command(
        name = "ls",
        description = "Lists machines, the newest first.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel machine ls", "  tidewheel machine ls --all -o wide"})
final class MachineLs extends CliCommand {
    static final String NEEDS_SERVER = "machines belong to a server";
    private static final List<String> PRESENT =
            List.of("CREATING", "PROVISIONING", "RUNNING", "DRAINING", "DESTROYING");

    @Option(names = "--all", description = "Also those that are gone.")
    private boolean all;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = "At most so many (100).")
    private int limit = 100;

    MachineLs(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        try (var api = ApiClients.openServer(common, NEEDS_SERVER)) {
            var path = ApiPaths.of("/machines");
            if (!all) path = path.with("state", String.join(",", PRESENT));
            new ListPrinter(common.console(), format)
                    .list(
                            PagedItems.of(api, path, limit),
                            columns(Instant.now()),
                            machine -> RunColumns.text(machine, "id"));
        }
        return ExitCodes.OK;
    }

    static List<TableColumn<JsonNode>> columns(Instant now) {
        return List.of(
                TableColumn.of("MACHINE", machine -> RunColumns.text(machine, "id")),
                TableColumn.of("SETUP", machine -> RunColumns.text(machine, "setup")),
                TableColumn.of("STATE", machine -> RunColumns.text(machine, "state")),
                TableColumn.of("SUPPLY", machine -> RunColumns.text(machine, "supply")),
                TableColumn.number("AGENTS", machine -> RunColumns.text(machine, "agents")),
                TableColumn.number("HOLDS", machine -> RunColumns.text(machine, "holds")),
                TableColumn.moment("CREATED", machine -> RunColumns.text(machine, "created"), now),
                TableColumn.of("REASON", MachineLs::reason),
                TableColumn.<JsonNode>of("ADDRESS", machine -> RunColumns.text(machine, "address"))
                        .onlyWide(),
                TableColumn.<JsonNode>of("EXTERNAL", machine -> RunColumns.text(machine, "externalId"))
                        .onlyWide());
    }

    private static String reason(JsonNode machine) {
        var reason = RunColumns.text(machine, "reason");
        return reason.isEmpty() ? RunColumns.text(machine, "wanted") : reason;
    }
}
