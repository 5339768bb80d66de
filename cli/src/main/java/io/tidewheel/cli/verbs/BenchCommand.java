package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Benchmark;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.text.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidewheel bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures how fast this machine runs tasks. What follows the name of a measurement is its own.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel bench tasks", "  tidewheel bench tasks --help"})
public final class BenchCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "WHAT", arity = "0..*", description = "The measurement, and its options.")
    private List<String> words = new ArrayList<>();

    public BenchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        var known = new ArrayList<Benchmark>();
        ServiceLoader.load(Benchmark.class).forEach(known::add);
        for (var benchmark : known) {
            if (!words.isEmpty() && benchmark.name().equals(words.getFirst())) {
                return benchmark.run(console, List.copyOf(words.subList(1, words.size())));
            }
        }
        if (known.isEmpty()) throw Trouble.usage("this build contains no measurements");
        var names = String.join(", ", known.stream().map(Benchmark::name).toList());
        throw Trouble.usage(words.isEmpty() ? "name a measurement: " + names : "there is no measurement '%s': choose one of %s".formatted(words.getFirst(), names));
    }
}
