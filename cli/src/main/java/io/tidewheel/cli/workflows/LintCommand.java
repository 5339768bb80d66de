package io.tidewheel.cli.workflows;

import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidewheel lint}. */
@Command(
        name = "lint",
        description = {
            "Finds everything that is wrong with a workflow file, each with its line, its column and a remedy: all that"
                    + " submit would refuse. A server, if there is one, is asked for what it alone knows: its services,"
                    + " and who offers what.",
            "Ends with 0 if it can be run, with 2 if not, and with 10 if only nobody can ever offer what it requires."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel lint workflow.yaml --services services/",
            "  tidewheel lint workflow.yaml --services services.yaml --setups setups.yaml -o json"
        })
public final class LintCommand extends CliCommand {
    @Parameters(paramLabel = "FILE", description = "The workflow, in YAML or JSON.")
    private String file = "";

    @Mixin
    private WorkflowBundle surrounded = new WorkflowBundle();

    public LintCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        var console = common.console();
        var workflow = surrounded.read(common, file);
        var findings = surrounded.findings();
        findings.write(console, format);
        if (!findings.isFine() || workflow.isEmpty()) {
            boolean onlyPlaces = !surrounded.isPlaceable() && findings.errors() == 1;
            console.note("%s: %s wrong"
                    .formatted(
                            file,
                            findings.errors() == 1
                                    ? "one thing is"
                                    : HumanNumbers.count(findings.errors()) + " things are"));
            return onlyPlaces ? ExitCodes.UNPLACEABLE : ExitCodes.USAGE;
        }
        console.note("%s: nothing is wrong".formatted(file));
        if (!surrounded.hasAsked()) console.note(surrounded.unchecked());
        return ExitCodes.OK;
    }
}
