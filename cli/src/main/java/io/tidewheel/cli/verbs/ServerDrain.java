package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.model.CountedNoun;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel server drain}. */
@Command(
        name = "drain",
        description = {
            "Lets a server give its agents and runs to the others of its database, and take no more; then it may be"
                    + " stopped.",
            "Nothing of what its agents run is started again. Started anew, it takes part as before."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel server drain east", "  tidewheel server drain east --detach"})
final class ServerDrain extends CliCommand {
    private static final long LOOK_MILLIS = 500;

    @Parameters(paramLabel = "NAME", description = "The name of the server, as 'server ls' shows it.")
    private String server = "";

    @Option(names = "--detach", description = "Do not wait until it has given away all it had.")
    private boolean detach;

    ServerDrain(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws InterruptedException {
        common.config();
        try (var api = ApiClients.openServer(common, "only servers know of servers")) {
            api.post("/servers/" + ApiPaths.part(server) + "/drain");
            if (!detach) awaitDrained(api);
            common.console()
                    .note(
                            detach
                                    ? "server %s is being drained".formatted(server)
                                    : "server %s has no agents and no runs any more: it may be stopped"
                                            .formatted(server));
        }
        return ExitCodes.OK;
    }

    private void awaitDrained(ApiClient api) throws InterruptedException {
        var told = "";
        while (true) {
            var now = find(api);
            var state = RunColumns.text(now, "state");
            if (state.equals("drained") || state.equals("silent")) return;
            var left = "server %s: %s and %s left"
                    .formatted(
                            server,
                            CountedNoun.of(JsonText.number(now, "agents"), "agent"),
                            CountedNoun.of(JsonText.number(now, "runs"), "run"));
            if (!left.equals(told)) common.console().note(left);
            told = left;
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private JsonNode find(ApiClient api) {
        for (var each : api.get("/servers").path("items")) {
            if (RunColumns.text(each, "name").equals(server)) return each;
        }
        throw new CliError(ExitCodes.NOT_FOUND, "server %s is not there any more".formatted(server));
    }
}
