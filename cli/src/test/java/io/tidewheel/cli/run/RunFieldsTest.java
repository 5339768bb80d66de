package io.tidewheel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.SubmissionField.Reach;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;

/** The options of a run mean the same, whatever kind of run is made of them, by {@code run} or by {@code submit}. */
class RunFieldsTest {
    /** What is not kept with the run, but decides whether and when it begins, or which it is; and what no agent here offers. */
    private static final Set<SubmissionField<?>> OTHERS =
            Set.of(SubmissionField.REQUIRES, SubmissionField.HELD, SubmissionField.STRICT, SubmissionField.KEY);

    /** The examples that cannot be done here: the tasks run, on this very machine, and each iteration of a job counts once. */
    private static final Map<SubmissionField<?>, String> DONE_HERE =
            Map.of(SubmissionField.NEEDS, "cpu=0.5", SubmissionField.DELIVERY, "exactly-once");

    /** A rule for retries has an option for each of its parts. */
    private static final List<String> RETRY =
            List.of("--retries=4", "--retry-delay=2s", "--retry-exponential-backoff=3", "--retry-max-delay=1m");

    /** All fields that a run of any kind can have, and with the example of each its option: a new one is tried by itself. */
    private static final List<SubmissionField<?>> FIELDS = SubmissionField.ofEveryKind().stream()
            .filter(field -> !OTHERS.contains(field))
            .toList();

    private static final List<String> OPTIONS =
            FIELDS.stream().flatMap(RunFieldsTest::options).toList();

    private static Stream<String> options(SubmissionField<?> field) {
        if (field == SubmissionField.RETRY) return RETRY.stream();
        var option = field == SubmissionField.LABELS ? "--label" : field.option();
        return Stream.of(option + "=" + text(field));
    }

    private static String text(SubmissionField<?> field) {
        return DONE_HERE.getOrDefault(field, field.example());
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "--array=1-2", "--iterations=2"})
    void everyOptionOfARunIsKeptWithIt(String kind) {
        arrived(run(kind));
    }

    @Test
    void everyOptionThatRunAndSubmitShareIsTriedHere() {
        var shared = CommandSpec.create();
        RunFieldOptions.ofEveryKind().addTo(shared);
        var tried = new ArrayList<String>();
        for (var field : OTHERS) tried.add(field.option());
        for (var option : OPTIONS) tried.add(option.substring(0, option.indexOf('=')));
        assertThat(shared.options().stream().map(OptionSpec::longestName)).containsExactlyInAnyOrderElementsOf(tried);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{command: ['true'], RULES}",
                "{command: ['true'], array: 1-2, RULES}",
                "{command: ['true'], iterations: 2, RULES}",
                "{api: 4.7.0, name: other, priority: 1, budget: 9, deadline: 1h, actions: [{type: execute, service:"
                        + " s}]}"
            })
    void everyOptionOfASubmissionGoesBeforeTheFile(String file) throws IOException {
        var rules = "name: other, priority: 1, retry: {maxAttempts: 2, delay: 9}, maxRuntime: 9m, maxInactivity: 9m,"
                + " taskDeadline: 9m, deadline: 1h, maxFails: 1, budget: 9, needs: cpu=0.1";
        Files.writeString(folder.resolve("file.yaml"), file.replace("RULES", rules));
        var user = new UserSession(folder);
        var words = new ArrayList<>(List.of("submit", "file.yaml"));
        words.addAll(OPTIONS);
        if (file.contains("actions")) words.addAll(List.of("--services", services()));
        var answer = user.type(words.toArray(String[]::new));
        assertThat(answer.code()).as(answer.err()).isZero();
        arrived(JsonText.MAPPER.readTree(user.type("show", "last", "-o", "json").out()));
    }

    private String services() throws IOException {
        Files.writeString(
                folder.resolve("services.yaml"),
                "[{id: s, name: s, description: s, path: /bin/true, runtime: other, parameters: []}]");
        return "services.yaml";
    }

    @Test
    void whatASubmissionCannotDoIsRefusedWithASentence() throws IOException {
        Files.writeString(folder.resolve("job.yaml"), "{iterations: 2, command: ['true']}");
        Files.writeString(folder.resolve("flow.yaml"), "{api: 4.7.0, actions: [{type: execute, service: s}]}");
        Files.writeString(folder.resolve("pi.config"), "{}");
        services();
        refused("delivery: is exactly-once for an iterative job", "job.yaml", "--delivery", "at-least-once");
        refused("said by --retries", "flow.yaml", "--services", "services.yaml", "--retry-delay", "1s");
        refused("knows no --label, --priority", "pi.config", "--priority", "3", "--label", "a=b");
        refused("--retry-exponential-backoff is at least 1", "job.yaml", "--retry-exponential-backoff", "0");
        refused("--delivery: 'twice' is not", "flow.yaml", "--delivery", "twice");
        refused("no agent that is present", "job.yaml", "--strict", "--requires", "unicorn");
        assertThat(new UserSession(folder).type("submit", "job.yaml", "--held").err())
                .contains("--held needs a server");
    }

    private void refused(String why, String... words) {
        var all = new ArrayList<>(List.of("submit"));
        all.addAll(List.of(words));
        var answer = new UserSession(folder).type(all.toArray(String[]::new));
        assertThat(answer.code()).as(answer.out()).isNotZero();
        assertThat(answer.err()).contains(why);
    }

    private static void arrived(JsonNode run) {
        // Chains of a workflow follow rules of their own beside these, so that a run has no one answer.
        boolean isWorkflow = run.path("kind").asString().equals("workflow");
        var lost = new ArrayList<String>();
        for (var field : FIELDS) {
            if (isWorkflow && field.reach() == Reach.TASK && field != SubmissionField.KEEP_OUTPUT) continue;
            if (!isShown(field, run.path(field.name()))) lost.add(field.name() + " is " + run.path(field.name()));
        }
        assertThat(lost).isEmpty();
    }

    private static <T> boolean isShown(SubmissionField<T> field, JsonNode shown) {
        if (shown.isMissingNode()) return false;
        var asked = field.type().read(text(field), Instant.EPOCH);
        // Amounts are shown in words.
        if (asked instanceof Amounts) return shown.asString().equals(asked.toString());
        return field.type().read(shownText(shown), Instant.EPOCH).equals(asked);
    }

    /** What is shown, as a user would write it: objects as pairs, and numbers as they are. */
    private static String shownText(JsonNode shown) {
        if (!shown.isObject()) return shown.asString();
        return shown.propertyStream()
                .map(pair -> pair.getKey() + "=" + pair.getValue().asString())
                .collect(Collectors.joining(","));
    }

    @Test
    void aWorkflowsTasksAreTriedAgainAsOftenAsTheSubmissionSays() throws IOException {
        Files.writeString(folder.resolve("flow.yaml"), "{api: 4.7.0, actions: [{type: execute, service: s}]}");
        Files.writeString(
                folder.resolve("services.yaml"),
                "[{id: s, name: s, description: s, path: /bin/sh, runtime: other, parameters: [{id: c, name: c,"
                        + " description: c, type: input, cardinality: 1..1, label: -c, default: 'test"
                        + " $TIDEWHEEL_ATTEMPT -eq 3'}]}]");
        var user = new UserSession(folder);
        assertThat(user.type("submit", "flow.yaml", "--services", "services.yaml")
                        .code())
                .isNotZero();
        var again = List.of("submit", "flow.yaml", "--services", "services.yaml", "--retries=2", "--retry-delay=10ms");
        var answer = user.type(again.toArray(String[]::new));
        assertThat(answer.code()).as(answer.err()).isZero();
    }

    private JsonNode run(String kind) {
        var user = new UserSession(folder);
        var words = new ArrayList<>(List.of("run"));
        words.addAll(OPTIONS);
        if (!kind.isEmpty()) words.add(kind);
        words.addAll(List.of("--", "true"));
        var answer = user.type(words.toArray(String[]::new));
        assertThat(answer.code()).as(answer.err()).isZero();
        return JsonText.MAPPER.readTree(user.type("show", "last", "-o", "json").out());
    }

    @Test
    void aJobWhoseIterationsCouldCountTwiceIsRefused() {
        var answer = new UserSession(folder).type("run", "--iterations=2", "--delivery=at-least-once", "--", "true");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("delivery: is exactly-once for an iterative job");
    }

    @Test
    void aPartitionIsTriedAgainAsOftenAsItIsSaid() {
        var user = new UserSession(folder);
        var script = "test $TIDEWHEEL_ATTEMPT -eq 3";
        var answer = user.type("run", "--iterations=1", "--retries=2", "--retry-delay=10ms", "--", "sh", "-c", script);
        assertThat(answer.code()).as(answer.err()).isZero();
    }

    @Test
    void aPartitionThatIsNotDoneByItsDeadlineIsEnded() {
        var user = new UserSession(folder);
        var answer = user.type("run", "--iterations=1", "--max-fails=0", "--task-deadline=200ms", "--", "sleep", "600");
        assertThat(answer.code()).as(answer.err()).isNotZero();
        assertThat(user.type("show", "last", "--failed").out()).contains("DEADLINE");
    }
}
