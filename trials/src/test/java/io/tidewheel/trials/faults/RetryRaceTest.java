package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A retry that races with a cancellation, with the end of the run, and with itself: one of them wins, and the others are told why not. */
class RetryRaceTest {
    private static final int EACH = 12;
    private static final int ENDING = 6;
    private static final int CALLERS = 3;
    private static final int TASKS = 6;
    private static final String SHORT = "{\"command\": [\"sleep\", \"0.05\"], \"array\": \"1-%d\"}".formatted(TASKS);
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

    /** The same with runs that agents do meanwhile, so that everything also races with the end: with one server, and with two on one database. */
    @ParameterizedTest
    @EnumSource
    void whoRetriesOrCancelsWhatIsJustEndingIsAnsweredAndAnEndStays(StoreKind store) throws Exception {
        var servers = store == StoreKind.EMBEDDED ? List.of("server") : List.of("server", "server-1");
        try (var site = TrialSite.prepare("race", store)) {
            for (var server : servers) {
                site.startServer(server);
                site.awaitServer(server);
            }
            for (var server : servers) site.startAgent("agent-" + server, 2, site.url(server));
            var rests = servers.stream().map(site::rest).toList();
            var races = new ArrayList<Callable<Long>>();
            for (int round = 0; round < ENDING; round++) {
                int number = round;
                races.add(() -> raceWithTheEnd(rests, number));
            }
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (var race : threads.invokeAll(races)) ends(rests, race.get());
            }
        }
    }

    /** Answers the run that was raced for. Each caller goes on until the run has ended as he sees it, and a little longer. */
    private static long raceWithTheEnd(List<RestAnswers> rests, int round) throws Exception {
        long run = number(rests.getFirst().post("/runs", SHORT, "short-" + round));
        var copies = ConcurrentHashMap.<Long>newKeySet();
        var calls = new ArrayList<Callable<HttpResponse<String>>>();
        for (int caller = 0; caller < CALLERS; caller++) {
            var rest = rests.get(caller % rests.size());
            var own = "%d-%d".formatted(round, caller);
            calls.add(() -> untilItHasEnded(rest, run, () -> {
                var answer = rest.post("/runs/%d/retry".formatted(run), "{\"failed\": false}", "again-" + run);
                if (answer.statusCode() < 300) copies.add(number(answer));
                return answer;
            }));
            // Of every third run one task is cancelled, of every third the whole.
            if (round % 3 == 0)
                calls.add(() -> untilItHasEnded(
                        rest, run, () -> rest.post("/runs/%d/tasks/1/cancel".formatted(run), "", "task-" + own)));
            if (round % 3 == 1)
                calls.add(() -> untilItHasEnded(
                        rest, run, () -> rest.post("/runs/%d/cancel".formatted(run), "", "cancel-" + own)));
        }
        atOnce(calls);
        assertThat(copies).as("one key is one run").hasSize(1);
        long copy = copies.iterator().next();
        assertThat(rests.getLast().json("/runs/" + copy).path("retryOf").longValue())
                .isEqualTo(run);
        ends(rests, copy);
        return run;
    }

    private static HttpResponse<String> untilItHasEnded(RestAnswers rest, long run, Callable<HttpResponse<String>> call)
            throws Exception {
        while (true) {
            boolean ended = hasEnded(answered(() -> rest.get("/runs/" + run)));
            var answer = answered(call);
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201, 202, 204, 409);
            if (answer.statusCode() == 409) assertThat(answer.body()).contains("\"detail\"");
            if (ended) return answer;
        }
    }

    /** A server that has too much to do says so, and is asked again. */
    private static HttpResponse<String> answered(Callable<HttpResponse<String>> call) throws Exception {
        while (true) {
            var answer = call.call();
            if (answer.statusCode() != 503) return answer;
        }
    }

    /** All its tasks are there and have ended once, and both servers say the same. Of a run that was cancelled some were never made. */
    private static void ends(List<RestAnswers> rests, long run) {
        var states = new TreeSet<String>();
        for (var rest : rests) {
            await("the end of run " + run).until(() -> hasEnded(answered(() -> rest.get("/runs/" + run))));
            var ended = rest.json("/runs/" + run);
            states.add(ended.path("state").stringValue());
            long tasks = 0;
            for (var state : List.of("succeeded", "failed", "cancelled"))
                tasks += ended.path(state).longValue();
            assertThat(ended.path("size").longValue()).isEqualTo(TASKS);
            assertThat(tasks).as(ended.toString()).isBetween(states.contains("CANCELLED") ? 0L : TASKS, (long) TASKS);
        }
        assertThat(states).as("how run %d has ended", run).hasSize(1);
    }

    private static boolean hasEnded(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 503);
        var state = RestAnswers.parse(answer.body()).path("state").asString("");
        return Set.of("SUCCEEDED", "FAILED", "CANCELLED").contains(state);
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
