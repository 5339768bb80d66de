package io.tidewheel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.Session;
import io.tidewheel.cli.text.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The options of {@code run} mean the same, whatever kind of run is made of them. */
class RunFieldsTest {
    private static final List<String> OPTIONS = List.of(
            "--name=called",
            "--label=a=b",
            "--priority=7",
            "--needs=cpu=0.5",
            "--retries=4",
            "--retry-delay=2s",
            "--retry-backoff=3",
            "--retry-max-delay=1m",
            "--max-runtime=5m",
            "--max-inactivity=4m",
            "--deadline=30m",
            "--finish-by=2100-01-01T00:00:00Z",
            "--max-fails=9",
            "--budget=2.50",
            "--delivery=exactly-once");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "--array=1-2", "--iterations=2"})
    void everyOptionOfARunIsKeptWithIt(String kind) {
        var run = run(kind);
        assertThat(run.path("name").asString()).isEqualTo("called");
        assertThat(run.path("labels").path("a").asString()).isEqualTo("b");
        assertThat(run.path("priority").asInt()).isEqualTo(7);
        assertThat(run.path("needs").asString()).contains("0.5");
        var retry = run.path("retry");
        assertThat(retry.path("maxAttempts").asInt()).isEqualTo(5);
        assertThat(retry.path("delay").asDouble()).isEqualTo(2);
        assertThat(retry.path("exponentialBackoff").asInt()).isEqualTo(3);
        assertThat(retry.path("maxDelay").asDouble()).isEqualTo(60);
        assertThat(run.path("maxRuntime").asDouble()).isEqualTo(300);
        assertThat(run.path("maxInactivity").asDouble()).isEqualTo(240);
        assertThat(run.path("taskDeadline").asDouble()).isEqualTo(1800);
        assertThat(run.path("deadline").asString()).startsWith("2100-01-01T00:00:00");
        assertThat(run.path("maxFails").asInt()).isEqualTo(9);
        assertThat(run.path("budget").asString()).isEqualTo("2.5");
        assertThat(run.path("delivery").asString()).isEqualTo("exactly-once");
    }

    private JsonNode run(String kind) {
        var user = new Session(folder);
        var words = new ArrayList<>(List.of("run"));
        words.addAll(OPTIONS);
        if (!kind.isEmpty()) words.add(kind);
        words.addAll(List.of("--", "true"));
        var answer = user.type(words.toArray(String[]::new));
        assertThat(answer.code()).as(answer.err()).isZero();
        return Json.MAPPER.readTree(user.type("show", "last", "-o", "json").out());
    }

    @Test
    void aJobWhoseIterationsCouldCountTwiceIsRefused() {
        var answer = new Session(folder).type("run", "--iterations=2", "--delivery=at-least-once", "--", "true");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("delivery: is exactly-once for an iterative job");
    }

    @Test
    void aPartitionIsTriedAgainAsOftenAsItIsSaid() {
        var user = new Session(folder);
        var script = "test $TIDEWHEEL_ATTEMPT -eq 3";
        var answer = user.type("run", "--iterations=1", "--retries=2", "--retry-delay=10ms", "--", "sh", "-c", script);
        assertThat(answer.code()).as(answer.err()).isZero();
    }

    @Test
    void aPartitionThatIsNotDoneByItsDeadlineIsEnded() {
        var user = new Session(folder);
        var answer = user.type("run", "--iterations=1", "--max-fails=0", "--deadline=200ms", "--", "sleep", "600");
        assertThat(answer.code()).as(answer.err()).isNotZero();
        assertThat(user.type("show", "last", "--failed").out()).contains("DEADLINE");
    }
}
