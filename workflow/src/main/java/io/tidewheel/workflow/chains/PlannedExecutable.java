package io.tidewheel.workflow.chains;

import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.ExecutableTimeLimits;
import io.tidewheel.workflow.RuntimeArgument;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A command of a chain.
 *
 * @param id the action with its rounds
 * @param path the program; for container runtimes the image
 * @param arguments in the order of the service's parameters
 * @param inputs the values that come from variables: what must be there before it starts
 */
public record PlannedExecutable(
        String id,
        String service,
        String path,
        String runtime,
        List<ExecutableArgument> arguments,
        List<RuntimeArgument> runtimeArguments,
        RetryPolicy retries,
        ExecutableTimeLimits limits,
        List<PlannedInput> inputs,
        List<PlannedOutput> outputs) {
    /** The runtime of services that do nothing but sleep. */
    public static final String SLEEP = "sleep";

    private static final double MOST_SECONDS = 366 * 24 * 3600.0;

    public PlannedExecutable {
        arguments = List.copyOf(arguments);
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /**
     * A value that comes from a variable.
     *
     * @param made whether an action of the workflow makes it; else it is from the workflow's text
     * @param files the files behind it, if they are known to be kept somewhere; of a folder, all that are wanted in it
     */
    public record PlannedInput(
            String parameter, String variable, String path, String dataType, boolean made, List<MadeFile> files) {
        public PlannedInput {
            files = List.copyOf(files);
        }
    }

    /**
     * A file or folder that it is to make.
     *
     * @param variable the variable with its rounds; results are reported under this name
     * @param needsResult whether its value is known only when the chain has ended and must be reported
     */
    public record PlannedOutput(
            String parameter, String variable, String path, String dataType, boolean store, boolean needsResult) {}

    /** The same with other arguments. */
    public PlannedExecutable with(List<ExecutableArgument> others) {
        return new PlannedExecutable(
                id, service, path, runtime, others, runtimeArguments, retries, limits, inputs, outputs);
    }

    /** For how long it sleeps, if that is all it does: what it is handed as its {@code seconds}. Empty if that is not a number from 0 to a year. */
    public OptionalDouble sleepSeconds() {
        if (!runtime.equals(SLEEP)) return OptionalDouble.empty();
        for (var argument : arguments) {
            if (!argument.id().equals("seconds")) continue;
            try {
                double seconds = Double.parseDouble(argument.value());
                return seconds >= 0 && seconds <= MOST_SECONDS ? OptionalDouble.of(seconds) : OptionalDouble.empty();
            } catch (NumberFormatException wrong) {
                return OptionalDouble.empty();
            }
        }
        return OptionalDouble.of(0);
    }

    /** The program and its arguments as they are to be called. */
    public List<String> commandLine() {
        var line = new ArrayList<String>(arguments.size() * 2 + 1);
        line.add(path);
        for (var argument : arguments) argument.appendTo(line);
        return line;
    }
}
