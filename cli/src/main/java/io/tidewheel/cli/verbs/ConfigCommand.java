package io.tidewheel.cli.verbs;

import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
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
public final class ConfigCommand extends CommandGroup {
    /** The command with all its subcommands. */
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
    static final class Show extends CliCommand {
        @Option(names = "--origin", description = "Also where each value comes from.")
        private boolean origin;

        Show(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            var config = common.config();
            var rows = new ArrayList<JsonNode>();
            for (var key : ConfigKey.ALL) {
                var setting = config.setting(key);
                var shown = setting.map(found -> key.secret() ? "(not shown)" : found.value())
                        .orElse("");
                rows.add(JsonText.object()
                        .put("key", key.name())
                        .put("value", shown)
                        .put("origin", setting.map(found -> found.origin()).orElse("not set"))
                        .put("variable", key.variable())
                        .put("meaning", key.meaning()));
            }
            var columns = new ArrayList<TableColumn<JsonNode>>();
            columns.add(TableColumn.of("KEY", row -> RunColumns.text(row, "key")));
            columns.add(TableColumn.of("VALUE", row -> RunColumns.text(row, "value")));
            if (origin) columns.add(TableColumn.of("ORIGIN", row -> RunColumns.text(row, "origin")));
            columns.add(TableColumn.<JsonNode>of("VARIABLE", row -> RunColumns.text(row, "variable"))
                    .onlyWide());
            columns.add(TableColumn.<JsonNode>of("MEANING", row -> RunColumns.text(row, "meaning"))
                    .onlyWide());
            new ListPrinter(common.console(), common.format()).list(rows, columns, row -> RunColumns.text(row, "key"));
            return ExitCodes.OK;
        }
    }
}
