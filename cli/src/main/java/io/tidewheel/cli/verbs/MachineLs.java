package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.api.Pages;
import io.tidewheel.cli.api.Paths;
import io.tidewheel.cli.text.Column;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
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
final class MachineLs extends Verb {
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
        try (var api = Apis.openServer(common, NEEDS_SERVER)) {
            var path = Paths.of("/machines");
            if (!all) path = path.with("state", String.join(",", PRESENT));
            new Listing(common.console(), format)
                    .list(
                            Pages.of(api, path, limit),
                            columns(Instant.now()),
                            machine -> RunColumns.text(machine, "id"));
        }
        return Exit.OK;
    }

    static List<Column<JsonNode>> columns(Instant now) {
        return List.of(
                Column.of("MACHINE", machine -> RunColumns.text(machine, "id")),
                Column.of("SETUP", machine -> RunColumns.text(machine, "setup")),
                Column.of("STATE", machine -> RunColumns.text(machine, "state")),
                Column.of("SUPPLY", machine -> RunColumns.text(machine, "supply")),
                Column.number("AGENTS", machine -> RunColumns.text(machine, "agents")),
                Column.number("HOLDS", machine -> RunColumns.text(machine, "holds")),
                Column.moment("CREATED", machine -> RunColumns.text(machine, "created"), now),
                Column.of("REASON", MachineLs::reason),
                Column.<JsonNode>of("ADDRESS", machine -> RunColumns.text(machine, "address"))
                        .onlyWide(),
                Column.<JsonNode>of("EXTERNAL", machine -> RunColumns.text(machine, "externalId"))
                        .onlyWide());
    }

    private static String reason(JsonNode machine) {
        var reason = RunColumns.text(machine, "reason");
        return reason.isEmpty() ? RunColumns.text(machine, "wanted") : reason;
    }
}
