package io.tidewheel.cli.run;

import io.tidewheel.cli.Options;
import io.tidewheel.cli.Values;
import io.tidewheel.model.IndexRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options that say what is to be run. */
final class RunOptions {
    private final List<OptionSpec> all = new ArrayList<>();
    private final PositionalParamSpec command = PositionalParamSpec.builder()
            .paramLabel("CMD")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("The program and its arguments; write -- before it.")
            .build();
    private final OptionSpec array = add(Options.value(
            "RANGE",
            "One task per number, as in 1-1000 or 1-1000:2; {} stands for the number.",
            IndexRange.class,
            new Values.OfRange(),
            "--array"));
    private final OptionSpec eachLine =
            text("FILE", "One task per line of a file, - for standard input; {} stands for the line.", "--each-line");
    private final OptionSpec iterations = text(
            "N",
            "An iterative job: so many independent iterations, as in 1000000 or 1e9, split into partitions.",
            "--iterations");
    private final OptionSpec target = text(
            "TIME",
            "The job is to be done so long after its start; without it, or -1, it is split once and not balanced.",
            "--target");
    private final OptionSpec partitions = number("How many partitions the job begins with (1).", "--partitions");
    private final OptionSpec mostPartitions =
            number("How many may run or wait at a time if the target needs more (10).", "--max-partitions");
    private final OptionSpec reportEvery =
            time("How often the progress of a partition is looked at (a twentieth of the target).", "--report-every");
    private final OptionSpec merge =
            text("CMD", "A line for sh at the end of the job; results are in $TIDEWHEEL_SCRATCH/results/N.", "--merge");
    private final OptionSpec sites = add(Options.flag(
            "Foreign sites may do partitions of the job, too; needs a server that serves them.", "--sites"));
    private final OptionSpec siteInput =
            text("FILE", "With --sites: what each partition there gets as its input.", "--site-input");
    private final OptionSpec name = text("NAME", "What the run is called.", "--name");
    private final OptionSpec labels =
            add(Options.list("KEY=VALUE", "", "A label to find the run by; may be repeated.", "--label"));
    private final OptionSpec priority = number("Runs with a higher number go first (0).", "--priority");
    private final OptionSpec requires =
            add(Options.list("LIST", ",", "Capabilities an agent must offer, as in gpu,docker.", "--requires"));
    private final OptionSpec needs =
            text("AMOUNTS", "What each task takes of an agent's parts, as in cpu=2,memory=4GiB,gpu=1.", "--needs");
    private final OptionSpec retries = number("How often a failed task is tried again (0).", "--retries");
    private final OptionSpec retryDelay = time("Time before the first retry.", "--retry-delay");
    private final OptionSpec retryBackoff =
            number("Each further delay is so many times longer (1).", "--retry-backoff");
    private final OptionSpec retryMaxDelay = time("No delay is longer.", "--retry-max-delay");
    private final OptionSpec maxRuntime = time("An attempt is ended after so long.", "--max-runtime", "--time-limit");
    private final OptionSpec maxInactivity =
            time("An attempt is ended when it prints nothing for so long.", "--max-inactivity");
    private final OptionSpec deadline =
            time("A task must be done so long after its first start, all attempts included.", "--deadline");
    private final OptionSpec finishBy = add(Options.value(
            "WHEN",
            "The run is cancelled then: a moment, or a time from now.",
            Instant.class,
            new Values.OfMoment(),
            "--finish-by"));
    private final OptionSpec maxFails = number("The run is cancelled when more tasks have failed.", "--max-fails");
    private final OptionSpec delivery =
            text("HOW", "exactly-once, at-least-once or at-most-once (exactly-once).", "--delivery");
    private final OptionSpec budget =
            text("AMOUNT", "What the run may cost in all; work that it does not pay for is held.", "--budget");
    private final OptionSpec environment =
            add(Options.list("NAME[=VALUE]", "", "A variable for the task; without a value, ours.", "--env"));
    private final OptionSpec workingFolder = text(
            "FOLDER", "Where the command runs: by default here, or on another machine in a fresh folder.", "--cwd");
    private final OptionSpec shell = add(Options.flag("Run the command through sh -c.", "--shell"));
    private final OptionSpec container = text("IMAGE", "Run the command in a container.", "--container");
    private final OptionSpec jvmClass = text("CLASS", "Call a class inside the agent, if it allows it.", "--jvm");
    private final OptionSpec noop = add(Options.flag("Do nothing, to measure.", "--noop"));
    private final OptionSpec sleep = time("Only pass the time, to measure.", "--sleep");
    private final OptionSpec held =
            add(Options.flag("Accept the run but start nothing until it is released; needs a server.", "--hold"));
    private final OptionSpec strict =
            add(Options.flag("Refuse the run if no agent and no setup offers what it requires.", "--strict"));
    private final OptionSpec key =
            text("TEXT", "The same key gives the same run, however often it is submitted.", "--key");

    void addTo(CommandSpec spec) {
        all.forEach(spec::addOption);
        spec.addPositional(command);
    }

    private OptionSpec add(OptionSpec option) {
        all.add(option);
        return option;
    }

    private OptionSpec text(String label, String description, String... names) {
        return add(Options.value(label, description, names));
    }

    private OptionSpec number(String description, String... names) {
        return add(Options.value("N", description, Long.class, new Values.OfNumber(), names));
    }

    private OptionSpec time(String description, String... names) {
        return add(Options.value("TIME", description, Duration.class, new Values.OfDuration(), names));
    }

    List<String> command() {
        List<String> words = command.getValue();
        return words == null ? List.of() : words;
    }

    @Nullable
    IndexRange array() {
        return Options.converted(array, IndexRange.class);
    }

    Optional<String> eachLine() {
        return Options.text(eachLine);
    }

    Optional<String> iterations() {
        return Options.text(iterations);
    }

    Optional<String> target() {
        return Options.text(target);
    }

    @Nullable
    Long partitions() {
        return Options.converted(partitions, Long.class);
    }

    @Nullable
    Long mostPartitions() {
        return Options.converted(mostPartitions, Long.class);
    }

    @Nullable
    Duration reportEvery() {
        return Options.converted(reportEvery, Duration.class);
    }

    Optional<String> merge() {
        return Options.text(merge);
    }

    boolean sites() {
        return Options.isGiven(sites);
    }

    Optional<String> siteInput() {
        return Options.text(siteInput);
    }

    /** The first option that is given and makes sense for iterative jobs only. */
    Optional<String> jobOption() {
        if (target().isPresent()) return Optional.of("--target");
        if (partitions() != null) return Optional.of("--partitions");
        if (mostPartitions() != null) return Optional.of("--max-partitions");
        if (reportEvery() != null) return Optional.of("--report-every");
        if (sites()) return Optional.of("--sites");
        if (siteInput().isPresent()) return Optional.of("--site-input");
        return merge().map(_ -> "--merge");
    }

    Optional<String> name() {
        return Options.text(name);
    }

    List<String> labels() {
        return Options.texts(labels);
    }

    long priority() {
        return number(priority, 0);
    }

    List<String> requires() {
        return Options.texts(requires);
    }

    Optional<String> needs() {
        return Options.text(needs);
    }

    long retries() {
        return number(retries, 0);
    }

    @Nullable
    Duration retryDelay() {
        return Options.converted(retryDelay, Duration.class);
    }

    long retryBackoff() {
        return number(retryBackoff, 1);
    }

    @Nullable
    Duration retryMaxDelay() {
        return Options.converted(retryMaxDelay, Duration.class);
    }

    @Nullable
    Duration maxRuntime() {
        return Options.converted(maxRuntime, Duration.class);
    }

    @Nullable
    Duration maxInactivity() {
        return Options.converted(maxInactivity, Duration.class);
    }

    @Nullable
    Duration deadline() {
        return Options.converted(deadline, Duration.class);
    }

    @Nullable
    Instant finishBy() {
        return Options.converted(finishBy, Instant.class);
    }

    @Nullable
    Long maxFails() {
        return Options.converted(maxFails, Long.class);
    }

    String delivery() {
        return Options.text(delivery).orElse("exactly-once");
    }

    Optional<String> budget() {
        return Options.text(budget);
    }

    List<String> environment() {
        return Options.texts(environment);
    }

    Optional<String> workingFolder() {
        return Options.text(workingFolder);
    }

    boolean shell() {
        return Options.isGiven(shell);
    }

    Optional<String> container() {
        return Options.text(container);
    }

    Optional<String> jvmClass() {
        return Options.text(jvmClass);
    }

    boolean noop() {
        return Options.isGiven(noop);
    }

    @Nullable
    Duration sleep() {
        return Options.converted(sleep, Duration.class);
    }

    boolean held() {
        return Options.isGiven(held);
    }

    boolean strict() {
        return Options.isGiven(strict);
    }

    Optional<String> key() {
        return Options.text(key);
    }

    private static long number(OptionSpec option, long otherwise) {
        Long value = Options.converted(option, Long.class);
        return value == null ? otherwise : value;
    }
}
