package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel machine cost}. */
@Command(
        name = "cost",
        description = {
            "Says what machines have cost: by interval, owner, setup and run; or what one run has cost.",
            "The time in which a machine was idle is paid by those who used it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel machine cost",
            "  tidewheel machine cost --interval 1d --owner ada",
            "  tidewheel machine cost last"
        })
final class MachineCost extends CliCommand {
    @Parameters(paramLabel = "RUN", arity = "0..1", description = "A number, last, or a name.")
    private @Nullable String run;

    @Option(names = "--owner", paramLabel = "NAME", description = "Only what this owner has paid.")
    private @Nullable String owner;

    @Option(
            names = "--from",
            paramLabel = "MOMENT",
            description = "Payments from then on, as 2026-03-01T12:00:00Z (the last day).")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "MOMENT", description = "Payments before then (now).")
    private @Nullable String to;

    @Option(names = "--interval", paramLabel = "TIME", description = "Summed up over such times (1h).")
    private @Nullable String interval;

    MachineCost(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        try (var api = ApiClients.openServer(common, MachineLs.NEEDS_SERVER)) {
            if (run == null) ledger(api);
            else cost(api, run);
        }
        return ExitCodes.OK;
    }

    private void cost(ApiClient api, String which) {
        var place = RunSelector.place(api, which);
        var cost = api.get("/runs/%d/cost".formatted(place.run()));
        var columns = List.<TableColumn<JsonNode>>of(
                TableColumn.number("RUN", node -> RunColumns.text(node, "run")),
                TableColumn.number("AMOUNT", node -> RunColumns.text(node, "amount")),
                TableColumn.number("IDLE", node -> RunColumns.text(node, "idle")));
        new ListPrinter(common.console(), common.format()).one(cost, columns, _ -> place.text(), () -> {
            var out = common.console().out();
            out.println("run %d has cost %s; %s of that was for times in which nobody used the machine"
                    .formatted(place.run(), RunColumns.text(cost, "amount"), RunColumns.text(cost, "idle")));
            for (var part : cost.path("items")) {
                out.println("  - %s of setup %s: %s"
                        .formatted(
                                RunColumns.text(part, "machine"),
                                RunColumns.text(part, "setup"),
                                RunColumns.text(part, "amount")));
            }
        });
    }

    private void ledger(ApiClient api) {
        var path = ApiPaths.of("/ledger");
        if (owner != null) path = path.with("owner", owner);
        if (from != null) path = path.with("from", from);
        if (to != null) path = path.with("to", to);
        if (interval != null) path = path.with("interval", interval);
        var said = api.get(path.toString());
        var lines = new ArrayList<JsonNode>();
        said.path("items").forEach(lines::add);
        new ListPrinter(common.console(), common.format())
                .list(lines, COLUMNS, line -> RunColumns.text(line, "amount"));
        if (!said.path("complete").asBoolean(true))
            common.console().note("there were too many machines to look at all: ask for a shorter time");
    }

    private static final List<TableColumn<JsonNode>> COLUMNS = List.of(
            TableColumn.of("FROM", line -> RunColumns.text(line, "from")),
            TableColumn.of("OWNER", line -> RunColumns.text(line, "owner")),
            TableColumn.of("SETUP", line -> RunColumns.text(line, "setup")),
            TableColumn.number("RUN", line -> RunColumns.text(line, "run")),
            TableColumn.number("AMOUNT", line -> RunColumns.text(line, "amount")),
            TableColumn.number("IDLE", line -> RunColumns.text(line, "idle")));
}
