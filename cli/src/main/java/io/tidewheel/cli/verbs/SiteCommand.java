package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.TableColumn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel site}. */
@Command(
        name = "site",
        description = "Lists foreign sites that take partitions of jobs.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel site ls", "  tidewheel site ls -o json"})
public final class SiteCommand extends CommandGroup {
    /** The command with all its subcommands. */
    public static CommandLine with(Console console) {
        return new CommandLine(new SiteCommand()).addSubcommand(new Ls(console));
    }

    /** {@code tidewheel site ls}. */
    @Command(
            name = "ls",
            description = "Lists foreign sites, and what they are told about their size.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel site ls", "  tidewheel site ls -o json"})
    static final class Ls extends CliCommand {
        Ls(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            var format = common.format();
            try (var api = ApiClients.openServer(common, "sites belong to a server")) {
                var answer = api.get("/sites");
                var items = new ArrayList<JsonNode>();
                answer.path("items").forEach(items::add);
                new ListPrinter(common.console(), format)
                        .list(items, columns(Instant.now()), site -> RunColumns.text(site, "id"));
                if (!format.isForPeople()) return ExitCodes.OK;
                for (var problem : answer.path("problems"))
                    common.console()
                            .out()
                            .println("%s has not become a job: %s"
                                    .formatted(
                                            SafeText.line(RunColumns.text(problem, "file")),
                                            SafeText.line(RunColumns.text(problem, "text"))));
                if (!answer.path("served").asBoolean(false))
                    common.console()
                            .note("the server serves no foreign sites: start it with --tascaas-secret-file FILE");
                else
                    common.console()
                            .note("wanted: %s of their slots, because %s"
                                    .formatted(
                                            RunColumns.text(answer, "requiredCapacity"),
                                            RunColumns.text(answer, "why")));
            }
            return ExitCodes.OK;
        }

        private static List<TableColumn<JsonNode>> columns(Instant now) {
            return List.of(
                    TableColumn.of("SITE", site -> RunColumns.text(site, "id")),
                    TableColumn.of("STATE", site -> RunColumns.text(site, "state")),
                    TableColumn.number("SLOTS", site -> RunColumns.text(site, "slots")),
                    TableColumn.number("MOST", site -> RunColumns.text(site, "maxSlots")),
                    TableColumn.number("RUNNING", site -> RunColumns.text(site, "running")),
                    TableColumn.number("OFFERED", site -> RunColumns.text(site, "offered")),
                    TableColumn.moment("HEARD", site -> RunColumns.text(site, "heard"), now));
        }
    }
}
