package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel machine times}. */
@Command(
        name = "times",
        description = {
            "Says how long work of each kind has taken on machines of each setup, as far as the server has seen it.",
            "Policies that learn decide by it which machines are worth their price, and 'plan --like' and 'replay'"
                    + " begin with it."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel machine times", "  tidewheel machine times --owner ada -o json"})
final class MachineTimes extends CliCommand {
    @Option(names = "--owner", paramLabel = "NAME", description = "Only work of this owner.")
    private @Nullable String owner;

    MachineTimes(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        try (var api = ApiClients.openServer(common, MachineLs.NEEDS_SERVER)) {
            var path = ApiPaths.of("/work-times");
            if (owner != null) path = path.with("owner", owner);
            var said = api.get(path.toString());
            var lines = new ArrayList<JsonNode>();
            said.path("items").forEach(lines::add);
            new ListPrinter(common.console(), common.format())
                    .list(lines, COLUMNS, line -> RunColumns.text(line, "kind"));
            if (!said.path("complete").asBoolean(true))
                common.console().note("there is more than this: it shows what was done last");
        }
        return ExitCodes.OK;
    }

    private static final List<TableColumn<JsonNode>> COLUMNS = List.of(
            TableColumn.of("OWNER", line -> RunColumns.text(line, "owner")),
            TableColumn.of("KIND", line -> RunColumns.text(line, "kind")),
            TableColumn.of("SETUP", line -> RunColumns.text(line, "setup")),
            TableColumn.number("TASKS", line -> RunColumns.text(line, "tasks")),
            TableColumn.number("MEAN", MachineTimes::mean));

    private static String mean(JsonNode line) {
        double seconds = JsonText.decimal(line, "runSeconds") / Math.max(1, JsonText.number(line, "tasks"));
        return HumanNumbers.duration(Duration.ofNanos(Math.round(seconds * 1e9)));
    }
}
