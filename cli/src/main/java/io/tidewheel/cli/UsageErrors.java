package io.tidewheel.cli;

import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers a command line that cannot be understood: what is wrong, what was perhaps meant, and what would be right. */
final class UsageErrors implements IParameterExceptionHandler {
    private final Console console;

    UsageErrors(Console console) {
        this.console = console;
    }

    @Override
    public int handleParseException(ParameterException mistake, String[] args) {
        var name = mistake.getCommandLine().getCommandSpec().qualifiedName();
        var strange = strange(mistake, args);
        var err = console.err();
        err.println(name + ": "
                + SafeText.line(strange.map(word -> message(mistake, word)).orElseGet(() -> message(mistake))));
        var meant = strange.map(word -> SimilarWords.to(word, known(mistake))).orElse(List.of());
        if (!meant.isEmpty()) err.println("  did you mean: " + String.join(", ", meant));
        example(mistake).ifPresent(example -> err.println("  example: " + example));
        err.println("  help: " + name + " --help");
        return ExitCodes.USAGE;
    }

    /** The word that nobody knows, if there is one. What is missing matters less: it may be missing because of it. */
    private static Optional<String> strange(ParameterException mistake, String[] args) {
        if (mistake instanceof UnmatchedArgumentException unmatched)
            return unmatched.getUnmatched().stream().findFirst();
        if (!(mistake instanceof MissingParameterException)) return Optional.empty();
        var known = known(mistake);
        return Arrays.stream(args)
                .takeWhile(word -> !word.equals("--"))
                .filter(word -> word.startsWith("--"))
                .map(word -> word.replaceFirst("=.*", ""))
                .filter(word -> !known.contains(word))
                .findFirst();
    }

    private static List<String> known(ParameterException mistake) {
        var spec = mistake.getCommandLine().getCommandSpec();
        var known = new ArrayList<>(spec.subcommands().keySet());
        for (var option : spec.options()) known.addAll(List.of(option.names()));
        return known;
    }

    private static String message(ParameterException mistake, String strange) {
        if (strange.startsWith("-")) return "there is no option '%s'".formatted(strange);
        boolean isGroup = !mistake.getCommandLine().getSubcommands().isEmpty();
        return (isGroup ? "there is no command '%s'" : "'%s' is one argument too many").formatted(strange);
    }

    private static String message(ParameterException mistake) {
        var text = String.valueOf(mistake.getMessage());
        return text.isEmpty()
                ? "the command line cannot be understood"
                : Character.toLowerCase(text.charAt(0)) + text.substring(1);
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
