package io.tidewheel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.client.RunOptions;
import io.tidewheel.model.FieldType;
import io.tidewheel.model.FieldType.AmountsType;
import io.tidewheel.model.FieldType.CapabilitiesType;
import io.tidewheel.model.FieldType.CountType;
import io.tidewheel.model.FieldType.FlagType;
import io.tidewheel.model.FieldType.LabelsType;
import io.tidewheel.model.FieldType.MomentType;
import io.tidewheel.model.FieldType.MoneyType;
import io.tidewheel.model.FieldType.RetryType;
import io.tidewheel.model.FieldType.TextType;
import io.tidewheel.model.FieldType.TimeType;
import io.tidewheel.model.FieldType.WholeType;
import io.tidewheel.model.FieldType.WordType;
import io.tidewheel.model.SubmissionField;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** Holds the page of fields against the table of fields, the options and the Java client. */
class FieldsReferenceTest {
    private static final Path PAGE = Path.of("../docs/reference/fields.md");
    private static final Set<String> METHODS = Arrays.stream(RunOptions.class.getDeclaredMethods())
            .map(Method::getName)
            .collect(Collectors.toSet());
    private static final Set<String> OPTIONS = options();

    /** Where an option is called otherwise, or there are several. */
    private static final Map<SubmissionField<?>, String> OTHER_OPTIONS = Map.of(
            SubmissionField.LABELS, "--label",
            SubmissionField.MAX_RUNTIME, "--max-runtime --time-limit",
            SubmissionField.RETRY, "--retries --retry-delay --retry-exponential-backoff --retry-max-delay");

    /** What the file of a workflow can say, in Steep's words and ours. */
    private static final Map<SubmissionField<?>, String> IN_WORKFLOWS = Map.of(
            SubmissionField.NAME, "name",
            SubmissionField.PRIORITY, "priority",
            SubmissionField.RETRY, "retries.processChains",
            SubmissionField.DEADLINE, "deadline",
            SubmissionField.BUDGET, "budget");

    private static Set<String> options() {
        var run = CommandSpec.create();
        RunFieldOptions.ofAnyKind().addTo(run);
        return run.optionsMap().keySet();
    }

    @Test
    void thePageHasARowForEveryFieldAsTheTableHasIt() throws Exception {
        var rows = SubmissionField.all().stream().map(FieldsReferenceTest::row).toList();
        assertThat(Files.readString(PAGE).lines().filter(line -> line.matches("\\| `\\w+` \\|.*")))
                .as("the rows of docs/reference/fields.md; they have to be:\n" + String.join("\n", rows) + "\n")
                .isEqualTo(rows);
    }

    @Test
    void everyOptionAndMethodOnThePageExists() {
        for (var field : SubmissionField.all()) {
            assertThat(OPTIONS).containsAll(Arrays.asList(option(field).split(" ")));
            if (field.isOfEveryKind()) assertThat(METHODS).contains(method(field));
        }
    }

    private static String row(SubmissionField<?> field) {
        return "| `%s` | %s | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        field,
                        "`" + option(field).replace(" ", "`, `") + "`",
                        field == SubmissionField.KEY ? "header `Idempotency-Key`" : "`" + field + "`",
                        inWorkflows(field),
                        field.isOfEveryKind() ? "`" + method(field) + "`" : "–",
                        switch (field.reach()) {
                            case RUN -> "run";
                            case TASK -> "each task";
                            case ACCEPTANCE -> "acceptance";
                        },
                        field == SubmissionField.KEEP_OUTPUT ? "bytes" : value(field.type()),
                        field.usualWords());
    }

    private static String inWorkflows(SubmissionField<?> field) {
        // The same word, but what it counts is the tasks of one step.
        if (field == SubmissionField.MAX_FAILS) return "`maxFails` of a job action, for that step alone";
        if (IN_WORKFLOWS.containsKey(field)) return "`%s`".formatted(IN_WORKFLOWS.get(field));
        return field.isOfEveryKind() || field == SubmissionField.SITES ? "–" : "`%s` of a job action".formatted(field);
    }

    private static String option(SubmissionField<?> field) {
        return OTHER_OPTIONS.getOrDefault(field, field.option());
    }

    private static String method(SubmissionField<?> field) {
        if (field == SubmissionField.NAME) return "named";
        var name = field.name();
        return field.type() instanceof FlagType
                ? name
                : "with" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static String value(FieldType<?> type) {
        return switch (type) {
            case TextType(int longest) -> "text of up to %d characters".formatted(longest);
            case WholeType _, CountType _ -> "whole number";
            case FlagType _ -> "true or false";
            case TimeType _ -> "time";
            case MomentType _ -> "moment";
            case MoneyType _ -> "amount of money";
            case WordType<?> word -> word.all(", ");
            case CapabilitiesType _ -> "capabilities";
            case LabelsType _ -> "pairs";
            case AmountsType _ -> "amounts";
            case RetryType _ -> "policy";
        };
    }
}
