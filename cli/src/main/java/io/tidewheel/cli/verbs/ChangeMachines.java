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

/** Commands that send machines away. */
abstract class ChangeMachines extends CliCommand {
    @Parameters(paramLabel = "MACHINE", arity = "1..*", description = "Ids of machines.")
    private List<String> machines = new ArrayList<>();

    private final String change;
    private final String note;

    private ChangeMachines(Console console, String change, String note) {
        super(console);
        this.change = change;
        this.note = note;
    }

    @Override
    public Integer call() {
        common.config();
        try (var api = ApiClients.openServer(common, MachineLs.NEEDS_SERVER)) {
            for (var machine : machines) {
                api.post("/machines/%s/%s".formatted(ApiPaths.part(machine), change));
                common.console().note(note.formatted(machine));
            }
        }
        return ExitCodes.OK;
    }

    /** {@code tidewheel machine drain}. */
    @Command(
            name = "drain",
            description = "Lets machines finish what they run and go; they are given nothing more.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  tidewheel machine drain gpu-x7k2m9qa",
                "  tidewheel machine drain $(tidewheel machine ls -o name)"
            })
    static final class Drain extends ChangeMachines {
        Drain(Console console) {
            super(console, "drain", "machine %s finishes what it runs and goes");
        }
    }

    /** {@code tidewheel machine stop}. */
    @Command(
            name = "stop",
            description = "Takes machines away at once; what they run is run again elsewhere.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  tidewheel machine stop gpu-x7k2m9qa",
                "  tidewheel machine stop $(tidewheel machine ls -o name)"
            })
    static final class Stop extends ChangeMachines {
        Stop(Console console) {
            super(console, "stop", "machine %s is being taken away");
        }
    }
}
