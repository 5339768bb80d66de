package io.tidewheel.cli.run;

import io.tidewheel.cli.options.OptionBuilder;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.SubmissionField;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options that say what is to be run. */
final class RunFlags {
    private final List<OptionSpec> all = new ArrayList<>();
    private final PositionalParamSpec command = PositionalParamSpec.builder()
            .paramLabel("CMD")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("The program and its arguments; write -- before it.")
            .build();
    private final OptionSpec array = add(OptionBuilder.value(
            "RANGE",
            "One task per number, as in 1-1000 or 1-1000:2; {} stands for the number.",
            IndexRange.class,
            new OptionValues.OfRange(),
            "--array"));
    private final OptionSpec eachLine =
            text("FILE", "One task per line of a file, - for standard input; {} stands for the line.", "--each-line");
    private final OptionSpec merge =
            text("CMD", "A line for sh at the end of the job; results are in $TIDEWHEEL_SCRATCH/results/N.", "--merge");
    private final OptionSpec siteInput =
            text("FILE", "With --sites: what each partition there gets as its input.", "--site-input");
    private final RunFieldOptions fields = RunFieldOptions.ofAnyKind();
    private final OptionSpec environment =
            add(OptionBuilder.list("NAME[=VALUE]", "", "A variable for the task; without a value, ours.", "--env"));
    private final OptionSpec workingFolder = text(
            "FOLDER", "Where the command runs: by default here, or on another machine in a fresh folder.", "--cwd");
    private final OptionSpec shell = add(OptionBuilder.flag("Run the command through sh -c.", "--shell"));
    private final OptionSpec container = text("IMAGE", "Run the command in a container.", "--container");
    private final OptionSpec jvmClass = text("CLASS", "Call a class inside the agent, if it allows it.", "--jvm");
    private final OptionSpec runtime =
            text("NAME", "Run the command with the runtime of a plug-in, where an agent has it.", "--runtime");
    private final OptionSpec noop = add(OptionBuilder.flag("Do nothing, to measure.", "--noop"));
    private final OptionSpec sleep = time("Only pass the time, to measure.", "--sleep");

    void addTo(CommandSpec spec) {
        all.forEach(spec::addOption);
        fields.addTo(spec);
        spec.addPositional(command);
    }

    private OptionSpec add(OptionSpec option) {
        all.add(option);
        return option;
    }

    private OptionSpec text(String label, String description, String... names) {
        return add(OptionBuilder.value(label, description, names));
    }

    private OptionSpec time(String description, String... names) {
        return add(OptionBuilder.value("TIME", description, Duration.class, new OptionValues.OfDuration(), names));
    }

    List<String> command() {
        List<String> words = command.getValue();
        return words == null ? List.of() : words;
    }

    @Nullable
    IndexRange array() {
        return OptionBuilder.converted(array, IndexRange.class);
    }

    Optional<String> eachLine() {
        return OptionBuilder.text(eachLine);
    }

    Optional<String> merge() {
        return OptionBuilder.text(merge);
    }

    Optional<String> siteInput() {
        return OptionBuilder.text(siteInput);
    }

    boolean isJob() {
        return fields.isGiven(SubmissionField.ITERATIONS);
    }

    /** The first option that is given and makes sense for iterative jobs only. */
    Optional<String> jobOption() {
        for (var field : SubmissionField.of(RunKind.JOB))
            if (!field.isOfEveryKind() && fields.isGiven(field)) return Optional.of(field.option());
        if (siteInput().isPresent()) return Optional.of("--site-input");
        return merge().map(_ -> "--merge");
    }

    /** What is said about the run, whatever it does. */
    RunFieldOptions fields() {
        return fields;
    }

    List<String> environment() {
        return OptionBuilder.texts(environment);
    }

    Optional<String> workingFolder() {
        return OptionBuilder.text(workingFolder);
    }

    boolean shell() {
        return OptionBuilder.isGiven(shell);
    }

    Optional<String> container() {
        return OptionBuilder.text(container);
    }

    Optional<String> jvmClass() {
        return OptionBuilder.text(jvmClass);
    }

    Optional<String> runtime() {
        return OptionBuilder.text(runtime);
    }

    boolean noop() {
        return OptionBuilder.isGiven(noop);
    }

    @Nullable
    Duration sleep() {
        return OptionBuilder.converted(sleep, Duration.class);
    }
}
