package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel token}. */
@Command(
        name = "token",
        description = "Makes, lists and revokes tokens.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel token create --role agent > agent.token", "  tidewheel token ls"})
public final class TokenCommand extends CommandGroup {
    /** The command with all its subcommands. */
    public static CommandLine with(Console console) {
        return new CommandLine(new TokenCommand())
                .addSubcommand(new Create(console))
                .addSubcommand(new Ls(console))
                .addSubcommand(new Revoke(console));
    }

    private static List<TableColumn<JsonNode>> columns(Instant now) {
        return List.of(
                TableColumn.of("ID", token -> RunColumns.text(token, "id")),
                TableColumn.of("ROLE", token -> RunColumns.text(token, "role")),
                TableColumn.of("OWNER", token -> RunColumns.text(token, "owner")),
                TableColumn.moment("CREATED", token -> RunColumns.text(token, "created"), now),
                TableColumn.of("EXPIRES", token -> RunColumns.text(token, "expires")),
                TableColumn.of("REVOKED", token -> RunColumns.text(token, "revoked")),
                TableColumn.of("NOTE", token -> RunColumns.text(token, "note")));
    }

    /** {@code tidewheel token create}. */
    @Command(
            name = "create",
            description = "Makes a token and prints it, once: only its hash is kept.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  tidewheel token create --role agent > agent.token",
                "  tidewheel token create --role user --owner ada --expires 30d --note laptop"
            })
    static final class Create extends CliCommand {
        private static final Set<String> ROLES =
                new java.util.TreeSet<>(List.of("admin", "user", "agent", "read-only", "site"));

        @Option(
                names = "--role",
                required = true,
                paramLabel = "ROLE",
                description = "admin, user, agent or read-only.")
        private String role = "";

        @Option(names = "--owner", paramLabel = "OWNER", description = "Whose runs it is for.")
        private @Nullable String owner;

        @Option(names = "--note", paramLabel = "TEXT", description = "What it is for.")
        private @Nullable String note;

        @Option(
                names = "--expires",
                paramLabel = "WHEN",
                converter = OptionValues.OfMoment.class,
                description = "When it ends: a moment, or a time from now.")
        private @Nullable Instant expires;

        Create(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            if (!ROLES.contains(role)) {
                throw CliError.usage(
                        "--role: '%s' is not a role".formatted(role), "choose one of: " + String.join(", ", ROLES));
            }
            var format = common.format();
            try (var api = ApiClients.open(common)) {
                var body = JsonText.object().put("role", role);
                if (owner != null) body.put("owner", owner);
                if (note != null) body.put("note", note);
                if (expires != null) body.put("expires", expires.toString());
                var made = api.post("/tokens", body, Map.of());
                new ListPrinter(common.console(), format)
                        .one(made, columns(Instant.now()), token -> RunColumns.text(token, "token"), () -> {
                            common.console().out().println(RunColumns.text(made, "token"));
                            common.console()
                                    .note("token %s, role %s; it is shown only now"
                                            .formatted(RunColumns.text(made, "id"), role));
                        });
            }
            return ExitCodes.OK;
        }
    }

    /** {@code tidewheel token ls}. */
    @Command(
            name = "ls",
            description = "Lists tokens, not their secrets.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel token ls", "  tidewheel token ls -o json"})
    static final class Ls extends CliCommand {
        Ls(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            var format = common.format();
            try (var api = ApiClients.open(common)) {
                new ListPrinter(common.console(), format)
                        .list(
                                api.get("/tokens").path("items"),
                                columns(Instant.now()),
                                token -> RunColumns.text(token, "id"));
            }
            return ExitCodes.OK;
        }
    }

    /** {@code tidewheel token revoke}. */
    @Command(
            name = "revoke",
            description = "Makes tokens useless, at once and for ever.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel token revoke ab12cd34", "  tidewheel token revoke $(tidewheel token ls -o name)"})
    static final class Revoke extends CliCommand {
        @Parameters(paramLabel = "ID", arity = "1..*", description = "The ids that 'token ls' shows.")
        private List<String> ids = new ArrayList<>();

        Revoke(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            common.config();
            try (var api = ApiClients.open(common)) {
                for (var id : ids) {
                    api.delete("/tokens/" + ApiPaths.part(id));
                    common.console().note("token %s is revoked".formatted(id));
                }
            }
            return ExitCodes.OK;
        }
    }
}
