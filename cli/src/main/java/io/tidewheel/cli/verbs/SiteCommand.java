package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.text.Column;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.Safe;
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
public final class SiteCommand extends Group {
    /** With what stands below it. */
    public static CommandLine with(Console console) {
        return new CommandLine(new SiteCommand()).addSubcommand(new Ls(console));
    }

    /** {@code tidewheel site ls}. */
    @Command(
            name = "ls",
            description = "Lists foreign sites, and what they are told about their size.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel site ls", "  tidewheel site ls -o json"})
    static final class Ls extends Verb {
        Ls(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            var format = common.format();
            try (var api = Apis.openServer(common, "sites belong to a server")) {
                var answer = api.get("/sites");
                var items = new ArrayList<JsonNode>();
                answer.path("items").forEach(items::add);
                new Listing(common.console(), format)
                        .list(items, columns(Instant.now()), site -> RunColumns.text(site, "id"));
                if (!format.isForPeople()) return Exit.OK;
                for (var problem : answer.path("problems"))
                    common.console()
                            .out()
                            .println("%s has not become a job: %s"
                                    .formatted(
                                            Safe.line(RunColumns.text(problem, "file")),
                                            Safe.line(RunColumns.text(problem, "text"))));
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
            return Exit.OK;
        }

        private static List<Column<JsonNode>> columns(Instant now) {
            return List.of(
                    Column.of("SITE", site -> RunColumns.text(site, "id")),
                    Column.of("STATE", site -> RunColumns.text(site, "state")),
                    Column.number("SLOTS", site -> RunColumns.text(site, "slots")),
                    Column.number("MOST", site -> RunColumns.text(site, "maxSlots")),
                    Column.number("RUNNING", site -> RunColumns.text(site, "running")),
                    Column.number("OFFERED", site -> RunColumns.text(site, "offered")),
                    Column.moment("HEARD", site -> RunColumns.text(site, "heard"), now));
        }
    }
}
