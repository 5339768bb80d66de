package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel status}. */
@Command(
        name = "status",
        description = "Tells how runs stand, one line each.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel status last", "  tidewheel status 1,3,5-8 -o json"})
public final class StatusCommand extends CliCommand {
    @Parameters(paramLabel = "RUN", arity = "0..*", description = "Numbers, ranges, last, or names (last).")
    private List<String> what = new ArrayList<>();

    public StatusCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        try (var api = ApiClients.open(common)) {
            var runs = new ArrayList<JsonNode>();
            for (var run : RunSelector.runs(api, what.isEmpty() ? List.of("last") : what))
                runs.add(api.get("/runs/" + run));
            new ListPrinter(common.console(), format)
                    .list(runs, RunColumns.runs(Instant.now()), run -> RunColumns.text(run, "id"));
        }
        return ExitCodes.OK;
    }
}
