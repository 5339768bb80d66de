package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.embedded.FolderDatabase;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel ls}. */
@Command(
        name = "ls",
        description = "Lists runs, newest first.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel ls", "  tidewheel ls --state failed --label project=apollo -o csv"})
public final class LsCommand extends CliCommand {
    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            description = "Only runs in these states, as in running,failed.")
    private List<String> states = new ArrayList<>();

    @Option(names = "--label", paramLabel = "KEY=VALUE", description = "Only runs with this label; may be repeated.")
    private List<String> labels = new ArrayList<>();

    @Option(names = "--name", paramLabel = "TEXT", description = "Only runs whose name contains this.")
    private @Nullable String name;

    @Option(names = "--owner", paramLabel = "OWNER", description = "Only runs of this owner (administrators).")
    private @Nullable String owner;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = "At most so many (20).")
    private int limit = 20;

    public LsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        if (limit < 1) throw CliError.usage("--limit is at least 1, but " + limit, "example: tidewheel ls --limit 50");
        var format = common.format();
        try (var api = ApiClients.open(common)) {
            new ListPrinter(common.console(), format)
                    .list(
                            PagedItems.of(api, path(), limit),
                            RunColumns.runs(Instant.now()),
                            run -> RunColumns.text(run, "id"));
        }
        for (var side : FolderDatabase.sidesInUse(common.config().dataFolder())) {
            common.console().note("another run is going on in %s: tidewheel ls --data %s".formatted(side, side));
        }
        return ExitCodes.OK;
    }

    private ApiPaths path() {
        var path = ApiPaths.of("/runs");
        for (var state : states) path = path.with("state", state.toUpperCase(Locale.ROOT));
        for (var label : labels) path = path.with("label", label);
        if (name != null) path = path.with("name", name);
        if (owner != null) path = path.with("owner", owner);
        return path;
    }
}
