package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel audit}. */
@Command(
        name = "audit",
        description = "Lists who changed what, newest first; 'audit verify' says whether that is as it was written.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel audit -n 100", "  tidewheel audit verify"})
public final class AuditCommand extends CliCommand {
    private static final List<TableColumn<JsonNode>> COLUMNS = List.of(
            TableColumn.of("AT", entry -> RunColumns.text(entry, "at")),
            TableColumn.of("WHO", entry -> RunColumns.text(entry, "who")),
            TableColumn.of("ACTION", entry -> RunColumns.text(entry, "action")),
            TableColumn.of("TARGET", entry -> RunColumns.text(entry, "target")),
            TableColumn.of("DETAIL", entry -> RunColumns.text(entry, "detail")));

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = "At most so many (50).")
    private int limit = 50;

    @Option(
            names = "--before",
            paramLabel = "MOMENT",
            description = "Only what happened before, as in 2030-01-31T12:00:00Z.")
    private @Nullable String before;

    private AuditCommand(Console console) {
        super(console);
    }

    /** The command with all its subcommands. */
    public static CommandLine with(Console console) {
        return new CommandLine(new AuditCommand(console)).addSubcommand(new AuditVerify(console));
    }

    @Override
    public Integer call() {
        if (limit < 1) throw CliError.usage("--limit is at least 1, but " + limit, "example: tidewheel audit -n 100");
        var format = common.format();
        try (var api = ApiClients.open(common)) {
            var items = PagedItems.of(api, ApiPaths.of("/audit"), "before", before == null ? "" : before, limit);
            new ListPrinter(common.console(), format).list(items, COLUMNS, entry -> RunColumns.text(entry, "at"));
        }
        return ExitCodes.OK;
    }

    /** {@code tidewheel audit verify}. */
    @Command(
            name = "verify",
            description = {
                "Says whether the audit log is as it was written: compares every entry with the seals that servers"
                        + " make.",
                "Ends with 1 if entries or seals were changed, removed or added, and names them."
            },
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel audit verify", "  tidewheel audit verify --since $(cat last.seal)"})
    static final class AuditVerify extends CliCommand {
        private static final List<TableColumn<JsonNode>> SUMMARY = List.of(
                TableColumn.of("INTACT", report -> RunColumns.text(report, "intact")),
                TableColumn.number("ENTRIES", report -> RunColumns.text(report, "entries")),
                TableColumn.number("BLOCKS", report -> RunColumns.text(report, "blocks")),
                TableColumn.number("UNSEALED", report -> RunColumns.text(report, "unsealed")),
                TableColumn.number("FAULTS", report -> RunColumns.text(report, "faults")),
                TableColumn.of("SEALED", report -> RunColumns.text(report, "sealed")),
                TableColumn.of("SEAL", report -> RunColumns.text(report, "seal")));

        @Option(
                names = "--since",
                paramLabel = "SEAL",
                description = "A seal that was printed earlier and kept elsewhere: it must still be there.")
        private @Nullable String since;

        private AuditVerify(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            var format = common.format();
            try (var api = ApiClients.openServer(common, "it is a server that seals the audit log")) {
                var path = ApiPaths.of("/audit/verify");
                if (since != null) path = path.with("since", since);
                var report = api.get(path.toString());
                new ListPrinter(common.console(), format)
                        .one(report, SUMMARY, found -> RunColumns.text(found, "seal"), () -> tell(report));
                return report.path("intact").asBoolean() ? ExitCodes.OK : ExitCodes.ERROR;
            }
        }

        private void tell(JsonNode report) {
            var out = common.console().out();
            for (var finding : report.path("findings")) out.println(line(finding));
            long untold =
                    report.path("faults").asLong() - report.path("findings").size();
            if (untold > 0) out.println("and %d more".formatted(untold));
            out.println("%s entries in %s blocks are as they were written; %s are too young to be sealed"
                    .formatted(
                            RunColumns.text(report, "entries"),
                            RunColumns.text(report, "blocks"),
                            RunColumns.text(report, "unsealed")));
            if (report.has("seal"))
                out.println("last seal, of %s: %s"
                        .formatted(RunColumns.text(report, "sealed"), RunColumns.text(report, "seal")));
            if (!report.path("keyIsApart").asBoolean())
                common.console()
                        .note("the key of the seals is in the database, as it is: whoever can write there could make"
                                + " others; set TIDEWHEEL_CLUSTER_SECRET at the servers");
        }

        private static String line(JsonNode finding) {
            var text = RunColumns.text(finding, "text");
            var found = finding.path("found");
            if (found.isMissingNode()) return text;
            return "%s; it says now: %s %s %s %s %s"
                    .formatted(
                            text,
                            RunColumns.text(found, "at"),
                            RunColumns.text(found, "who"),
                            RunColumns.text(found, "action"),
                            RunColumns.text(found, "target"),
                            RunColumns.text(found, "detail"));
        }
    }
}
