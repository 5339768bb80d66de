package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.api.Paths;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.Safe;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidewheel machine show}. */
@Command(
        name = "show",
        description = "Tells about one machine: why it was made, how it stands, and why.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel machine show gpu-x7k2m9qa", "  tidewheel machine show gpu-x7k2m9qa -o json"})
final class MachineShow extends Verb {
    @Parameters(paramLabel = "MACHINE", description = "The id of a machine.")
    private String machine = "";

    MachineShow(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        try (var api = Apis.openServer(common, MachineLs.NEEDS_SERVER)) {
            var found = api.get("/machines/" + Paths.part(machine));
            new Listing(common.console(), format)
                    .one(found, MachineLs.columns(Instant.now()), node -> RunColumns.text(node, "id"), () -> {
                        for (var field : found.properties()) {
                            common.console()
                                    .out()
                                    .println("%-16s %s"
                                            .formatted(
                                                    field.getKey(),
                                                    Safe.line(field.getValue().asString())));
                        }
                    });
        }
        return Exit.OK;
    }
}
