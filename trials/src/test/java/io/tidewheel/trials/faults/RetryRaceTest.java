package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A retry that races with a cancellation, with the end of the run, and with itself: one of them wins, and the others are told why not. */
class RetryRaceTest {
    private static final int EACH = 12;
    private static final String RUN =
            "{\"command\": [\"true\"], \"array\": \"1-5\", \"requires\": [\"nobody-has-this\"]}";

    @TempDir
    Path folder;

    @Test
    void ofManyRetriesAndCancellationsAtOnceEachIsDoneOrExplained() throws Exception {
        var settings = ServerSettings.local(folder.resolve("data")).withBind(new InetSocketAddress("127.0.0.1", 0));
        try (var server = TidewheelServer.start(settings)) {
            var rest = new RestAnswers(
                    server.url(),
                    Files.readString(folder.resolve("data/admin.token")).strip());
            for (int round = 0; round < 5; round++) race(rest, round);
        }
    }

    private static void race(RestAnswers rest, int round) throws Exception {
        long run = number(rest.post("/runs", RUN, "run-" + round));
        var calls = new ArrayList<Callable<HttpResponse<String>>>();
        for (int i = 0; i < EACH; i++) {
            var own = "%d-%d".formatted(round, i);
            calls.add(() -> rest.post("/runs/%d/cancel".formatted(run), "", "cancel-" + own));
            calls.add(() -> rest.post("/runs/%d/retry".formatted(run), "", "same-" + run));
            calls.add(() -> rest.post("/runs/%d/tasks/1/cancel".formatted(run), "", "task-" + own));
        }
        var answers = atOnce(calls);
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201, 202, 204, 409);
            if (answer.statusCode() == 409) assertThat(answer.body()).contains("\"detail\"");
        });
        assertThat(rest.json("/runs/" + run).path("state").stringValue()).isEqualTo("CANCELLED");

        var again = atOnce(Stream.<Callable<HttpResponse<String>>>generate(
                        () -> () -> rest.post("/runs/%d/retry".formatted(run), "", "same-" + run))
                .limit(EACH)
                .toList());
        assertThat(again).allMatch(answer -> answer.statusCode() == 200 || answer.statusCode() == 201);
        var told = Stream.concat(
                        answers.stream().filter(answer -> answer.uri().getPath().endsWith("/retry")), again.stream())
                .filter(answer -> answer.statusCode() < 300)
                .map(RetryRaceTest::number)
                .distinct()
                .toList();
        assertThat(told).as("one key is one run").hasSize(1);
        var copy = rest.json("/runs/" + told.getFirst());
        assertThat(copy.path("retryOf").longValue()).isEqualTo(run);
        assertThat(rest.json("/runs/" + run).path("state").stringValue()).isEqualTo("CANCELLED");
    }

    private static List<HttpResponse<String>> atOnce(List<Callable<HttpResponse<String>>> calls) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<HttpResponse<String>>();
            for (var answer : threads.invokeAll(calls)) answers.add(answer.get());
            return answers;
        }
    }

    private static long number(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        return RestAnswers.parse(answer.body()).path("id").longValue();
    }
}
