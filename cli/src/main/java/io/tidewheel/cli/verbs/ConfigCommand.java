package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.config.Key;
import io.tidewheel.cli.text.Column;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import java.util.ArrayList;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel config}. */
@Command(
        name = "config",
        description = "Tells what is set.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel config show", "  tidewheel config show --origin"})
public final class ConfigCommand extends Group {
    /** With what stands below it. */
    public static CommandLine with(Console console) {
        return new CommandLine(new ConfigCommand()).addSubcommand(new Show(console));
    }

    /** {@code tidewheel config show}. */
    @Command(
            name = "show",
            description = {
                "Shows every setting: a flag wins over the environment, that over the file, that over the default.",
                "Secrets are not shown."
            },
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel config show --origin", "  TIDEWHEEL_OUTPUT_FORMAT=json tidewheel config show"})
    static final class Show extends Verb {
        @Option(names = "--origin", description = "Also where each value comes from.")
        private boolean origin;

        Show(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            var config = common.config();
            var rows = new ArrayList<JsonNode>();
            for (var key : Key.ALL) {
                var setting = config.setting(key);
                var shown = setting.map(found -> key.secret() ? "(not shown)" : found.value())
                        .orElse("");
                rows.add(Json.object()
                        .put("key", key.name())
                        .put("value", shown)
                        .put("origin", setting.map(found -> found.origin()).orElse("not set"))
                        .put("variable", key.variable())
                        .put("meaning", key.meaning()));
            }
            var columns = new ArrayList<Column<JsonNode>>();
            columns.add(Column.of("KEY", row -> RunColumns.text(row, "key")));
            columns.add(Column.of("VALUE", row -> RunColumns.text(row, "value")));
            if (origin) columns.add(Column.of("ORIGIN", row -> RunColumns.text(row, "origin")));
            columns.add(Column.<JsonNode>of("VARIABLE", row -> RunColumns.text(row, "variable"))
                    .onlyWide());
            columns.add(Column.<JsonNode>of("MEANING", row -> RunColumns.text(row, "meaning"))
                    .onlyWide());
            new Listing(common.console(), common.format()).list(rows, columns, row -> RunColumns.text(row, "key"));
            return Exit.OK;
        }
    }
}
