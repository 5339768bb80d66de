package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import java.util.List;

/** A measurement behind {@code tidewheel bench}; found as a service on the class path. */
public interface Benchmark {
    /** The word behind {@code bench}. */
    String name();

    /** One line for the list of what there is. */
    String description();

    /** Measures, and answers the exit code. */
    int run(Console console, List<String> arguments) throws Exception;
}
