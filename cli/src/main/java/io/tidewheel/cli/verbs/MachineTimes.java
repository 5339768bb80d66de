package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.api.Paths;
import io.tidewheel.cli.text.Column;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.Shown;
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
final class MachineTimes extends Verb {
    @Option(names = "--owner", paramLabel = "NAME", description = "Only work of this owner.")
    private @Nullable String owner;

    MachineTimes(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        try (var api = Apis.openServer(common, MachineLs.NEEDS_SERVER)) {
            var path = Paths.of("/work-times");
            if (owner != null) path = path.with("owner", owner);
            var said = api.get(path.toString());
            var lines = new ArrayList<JsonNode>();
            said.path("items").forEach(lines::add);
            new Listing(common.console(), common.format()).list(lines, COLUMNS, line -> RunColumns.text(line, "kind"));
            if (!said.path("complete").asBoolean(true))
                common.console().note("there is more than this: it shows what was done last");
        }
        return Exit.OK;
    }

    private static final List<Column<JsonNode>> COLUMNS = List.of(
            Column.of("OWNER", line -> RunColumns.text(line, "owner")),
            Column.of("KIND", line -> RunColumns.text(line, "kind")),
            Column.of("SETUP", line -> RunColumns.text(line, "setup")),
            Column.number("TASKS", line -> RunColumns.text(line, "chains")),
            Column.number("MEAN", MachineTimes::mean));

    private static String mean(JsonNode line) {
        double seconds = Json.decimal(line, "runSeconds") / Math.max(1, Json.number(line, "chains"));
        return Shown.duration(Duration.ofNanos(Math.round(seconds * 1e9)));
    }
}
