package io.tidewheel.cli;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidewheel completion}. */
@Command(
        name = "completion",
        description = "Prints a script that teaches a shell to complete commands, options and run numbers.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(tidewheel completion bash)",
            "  tidewheel completion fish > ~/.config/fish/completions/tidewheel.fish"
        })
public final class CompletionCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private String shell = "";

    private final Console console;

    public CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var root = Main.all(console);
        var script = switch (shell) {
            case "bash" -> CompletionScript.bash(root);
            case "zsh" -> CompletionScript.zsh(root);
            case "fish" -> CompletionScript.fish(root);
            default -> throw CliError.usage("'%s' is not a shell we know".formatted(shell), "choose bash, zsh or fish");
        };
        console.out().print(script);
        return ExitCodes.OK;
    }
}
