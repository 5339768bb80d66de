package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Safe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers a command line that cannot be understood: what is wrong, what was perhaps meant, and what would be right. */
final class Mistakes implements IParameterExceptionHandler {
    private final Console console;

    Mistakes(Console console) {
        this.console = console;
    }

    @Override
    public int handleParseException(ParameterException mistake, String[] args) {
        var command = mistake.getCommandLine();
        var name = command.getCommandSpec().qualifiedName();
        var err = console.err();
        err.println(name + ": " + Safe.line(message(mistake)));
        var meant = suggestions(mistake);
        if (!meant.isEmpty()) err.println("  did you mean: " + String.join(", ", meant));
        example(mistake).ifPresent(example -> err.println("  example: " + example));
        err.println("  help: " + name + " --help");
        return Exit.USAGE;
    }

    private static String message(ParameterException mistake) {
        var text = String.valueOf(mistake.getMessage());
        if (mistake instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            var first = unmatched.getUnmatched().getFirst();
            if (unmatched.isUnknownOption()) return "there is no option '%s'".formatted(first);
            boolean atRoot = mistake.getCommandLine().getParent() == null;
            return atRoot
                    ? "there is no command '%s'".formatted(first)
                    : "'%s' is one argument too many".formatted(first);
        }
        return text.isEmpty()
                ? "the command line cannot be understood"
                : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }

    private static List<String> suggestions(ParameterException mistake) {
        if (!(mistake instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) return List.of();
        var spec = mistake.getCommandLine().getCommandSpec();
        var known = new ArrayList<>(spec.subcommands().keySet());
        for (var option : spec.options()) known.addAll(List.of(option.names()));
        return Similar.to(unmatched.getUnmatched().getFirst(), known);
    }

    /** One that shows the option in use, if there is one. */
    private static Optional<String> example(ParameterException mistake) {
        var examples = mistake.getCommandLine().getCommandSpec().usageMessage().footer();
        var fitting = Arrays.stream(examples)
                .filter(example ->
                        mistake.getArgSpec() instanceof OptionSpec option && example.contains(option.longestName()))
                .findFirst();
        return fitting.or(() -> Arrays.stream(examples).findFirst())
                .map(example -> example.strip().replace("%%", "%"));
    }
}
