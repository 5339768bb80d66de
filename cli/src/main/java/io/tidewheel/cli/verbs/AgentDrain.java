package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidewheel agent drain}. */
@Command(
        name = "drain",
        description = "Lets agents finish what they run and go; they are given nothing more.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel agent drain node7", "  tidewheel agent drain $(tidewheel agent ls -o name)"})
final class AgentDrain extends CliCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*", description = "Names, or sessions where a name is not unique.")
    private List<String> agents = new ArrayList<>();

    AgentDrain(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        common.config();
        try (var api = ApiClients.openServer(common, "agents belong to a server")) {
            for (var agent : agents) {
                api.post("/agents/" + ApiPaths.part(agent) + "/drain");
                common.console().note("agent %s is being drained".formatted(agent));
            }
        }
        return ExitCodes.OK;
    }
}
