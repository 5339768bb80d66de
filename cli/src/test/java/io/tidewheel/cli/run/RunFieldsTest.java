package io.tidewheel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import io.tidewheel.cli.text.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;

/** The options of a run mean the same, whatever kind of run is made of them, by {@code run} or by {@code submit}. */
class RunFieldsTest {
    private static final List<String> OPTIONS = List.of(
            "--name=called",
            "--label=a=b",
            "--priority=7",
            "--needs=cpu=0.5",
            "--retries=4",
            "--retry-delay=2s",
            "--retry-exponential-backoff=3",
            "--retry-max-delay=1m",
            "--max-runtime=5m",
            "--max-inactivity=4m",
            "--task-deadline=30m",
            "--deadline=2100-01-01T00:00:00Z",
            "--max-fails=9",
            "--agent-silence=1m",
            "--poison-after=5",
            "--budget=2.50",
            "--delivery=exactly-once",
            "--keep-output=65536");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "--array=1-2", "--iterations=2"})
    void everyOptionOfARunIsKeptWithIt(String kind) {
        arrived(run(kind));
    }

    /** The options that are not kept with the run, but decide whether and when it begins, or which it is. */
    private static final List<String> OTHERS = List.of("--requires", "--held", "--strict", "--key");

    @Test
    void everyOptionThatRunAndSubmitShareIsTriedHere() {
        var shared = CommandSpec.create();
        RunFieldOptions.ofEveryKind().addTo(shared);
        var tried = new ArrayList<>(OTHERS);
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
        assertThat(run.path("name").asString()).isEqualTo("called");
        assertThat(run.path("labels").path("a").asString()).isEqualTo("b");
        assertThat(run.path("priority").asInt()).isEqualTo(7);
        assertThat(run.path("deadline").asString()).startsWith("2100-01-01T00:00:00");
        assertThat(run.path("maxFails").asInt()).isEqualTo(9);
        assertThat(run.path("agentSilence").asDouble()).isEqualTo(60);
        assertThat(run.path("poisonAfter").asInt()).isEqualTo(5);
        assertThat(run.path("budget").asString()).isEqualTo("2.5");
        assertThat(run.path("keepOutput").asInt()).isEqualTo(65_536);
        // Chains of a workflow follow rules of their own beside these, so that a run has no one answer.
        if (!run.path("kind").asString().equals("workflow")) rulesArrived(run);
    }

    private static void rulesArrived(JsonNode run) {
        assertThat(run.path("needs").asString()).contains("0.5");
        var retry = run.path("retry");
        assertThat(retry.path("maxAttempts").asInt()).isEqualTo(5);
        assertThat(retry.path("delay").asDouble()).isEqualTo(2);
        assertThat(retry.path("exponentialBackoff").asInt()).isEqualTo(3);
        assertThat(retry.path("maxDelay").asDouble()).isEqualTo(60);
        assertThat(run.path("maxRuntime").asDouble()).isEqualTo(300);
        assertThat(run.path("maxInactivity").asDouble()).isEqualTo(240);
        assertThat(run.path("taskDeadline").asDouble()).isEqualTo(1800);
        assertThat(run.path("delivery").asString()).isEqualTo("exactly-once");
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
