package io.tidewheel.cli.run;

import io.tidewheel.cli.Values;
import io.tidewheel.model.IndexRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that say what is to be run. */
final class RunOptions {
    @Parameters(paramLabel = "CMD", arity = "0..*", description = "The program and its arguments; write -- before it.")
    List<String> command = new ArrayList<>();

    @Option(
            names = "--array",
            paramLabel = "RANGE",
            converter = Values.OfRange.class,
            description = "One task per number, as in 1-1000 or 1-1000:2; {} stands for the number.")
    @Nullable
    IndexRange array;

    @Option(
            names = "--each-line",
            paramLabel = "FILE",
            description = "One task per line of a file, - for standard input; {} stands for the line.")
    @Nullable
    String eachLine;

    @Option(names = "--name", paramLabel = "NAME", description = "What the run is called.")
    @Nullable
    String name;

    @Option(names = "--label", paramLabel = "KEY=VALUE", description = "A label to find the run by; may be repeated.")
    List<String> labels = new ArrayList<>();

    @Option(names = "--priority", paramLabel = "N", description = "Runs with a higher number go first (0).")
    int priority;

    @Option(
            names = "--requires",
            paramLabel = "LIST",
            split = ",",
            description = "Capabilities an agent must offer, as in gpu,docker.")
    List<String> requires = new ArrayList<>();

    @Option(names = "--retries", paramLabel = "N", description = "How often a failed task is tried again (0).")
    int retries;

    @Option(
            names = "--retry-delay",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "Time before the first retry.")
    @Nullable
    Duration retryDelay;

    @Option(
            names = "--retry-backoff",
            paramLabel = "FACTOR",
            description = "Each further delay is so many times longer (1).")
    int retryBackoff = 1;

    @Option(
            names = "--retry-max-delay",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "No delay is longer.")
    @Nullable
    Duration retryMaxDelay;

    @Option(
            names = {"--max-runtime", "--time-limit"},
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "An attempt is ended after so long.")
    @Nullable
    Duration maxRuntime;

    @Option(
            names = "--max-inactivity",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "An attempt is ended when it prints nothing for so long.")
    @Nullable
    Duration maxInactivity;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "A task must be done so long after it was added, all attempts included.")
    @Nullable
    Duration deadline;

    @Option(
            names = "--finish-by",
            paramLabel = "WHEN",
            converter = Values.OfMoment.class,
            description = "The run is cancelled then: a moment, or a time from now.")
    @Nullable
    Instant finishBy;

    @Option(names = "--max-fails", paramLabel = "N", description = "The run is cancelled when more tasks have failed.")
    @Nullable
    Long maxFails;

    @Option(
            names = "--delivery",
            paramLabel = "HOW",
            description = "exactly-once, at-least-once or at-most-once (exactly-once).")
    String delivery = "exactly-once";

    @Option(
            names = "--env",
            paramLabel = "NAME[=VALUE]",
            description = "A variable for the task; without a value, ours.")
    List<String> environment = new ArrayList<>();

    @Option(
            names = "--cwd",
            paramLabel = "FOLDER",
            description = "Where the command runs: by default here, or on another machine in a fresh folder.")
    @Nullable
    String workingFolder;

    @Option(names = "--shell", description = "Run the command through sh -c.")
    boolean shell;

    @Option(names = "--container", paramLabel = "IMAGE", description = "Run the command in a container.")
    @Nullable
    String container;

    @Option(names = "--jvm", paramLabel = "CLASS", description = "Call a class inside the agent, if it allows it.")
    @Nullable
    String jvmClass;

    @Option(names = "--noop", description = "Do nothing, to measure.")
    boolean noop;

    @Option(
            names = "--sleep",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "Only pass the time, to measure.")
    @Nullable
    Duration sleep;

    @Option(names = "--hold", description = "Accept the run but start nothing until it is released; needs a server.")
    boolean held;

    @Option(names = "--strict", description = "Refuse the run if no agent offers what it requires.")
    boolean strict;

    @Option(
            names = "--key",
            paramLabel = "TEXT",
            description = "The same key gives the same run, however often it is submitted.")
    @Nullable
    String key;
}
