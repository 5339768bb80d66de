package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidewheel machine show}. */
@Command(
        name = "show",
        description = "Tells about one machine: why it was made, how it stands, and why.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel machine show gpu-x7k2m9qa", "  tidewheel machine show gpu-x7k2m9qa -o json"})
final class MachineShow extends CliCommand {
    @Parameters(paramLabel = "MACHINE", description = "The id of a machine.")
    private String machine = "";

    MachineShow(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        try (var api = ApiClients.openServer(common, MachineLs.NEEDS_SERVER)) {
            var found = api.get("/machines/" + ApiPaths.part(machine));
            new ListPrinter(common.console(), format)
                    .one(found, MachineLs.columns(Instant.now()), node -> RunColumns.text(node, "id"), () -> {
                        for (var field : found.properties()) {
                            common.console()
                                    .out()
                                    .println("%-16s %s"
                                            .formatted(
                                                    field.getKey(),
                                                    SafeText.line(
                                                            field.getValue().asString())));
                        }
                    });
        }
        return ExitCodes.OK;
    }
}
