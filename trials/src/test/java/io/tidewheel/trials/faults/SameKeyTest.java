package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TidewheelClient;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A submission whose answer did not come is repeated. */
class SameKeyTest {
    private static final int TIMES = 100;
    private static final int TASKS = 20;

    @ParameterizedTest
    @EnumSource
    void aHundredClientsWithOneKeyHaveOneRunThoughTheServerDiesAmongThem(StoreKind store) throws Exception {
        try (var site = TrialSite.open("key", store)) {
            var tasks = Collections.nCopies(TASKS, traced(site.effectsFile(), "true"));
            var clients = Stream.generate(site::connect).limit(TIMES).toList();
            check(
                    site,
                    clients.stream()
                            .<Callable<Long>>map(client -> () -> submit(client, tasks))
                            .toList());
            clients.forEach(TidewheelClient::close);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHundredRequestsWithOneKeyMakeOneRunThoughTheServerDiesAmongThem(StoreKind store) throws Exception {
        try (var site = TrialSite.open("key-rest", store)) {
            var rest = site.rest();
            var body = """
                {"command": ["/bin/sh", "-c", "echo end $TIDEWHEEL_TASK_ID $TIDEWHEEL_ATTEMPT $TIDEWHEEL_AGENT $$ >> %s"], "array": "1-%d"}
                """.formatted(site.effectsFile(), TASKS);
            check(site, Collections.nCopies(TIMES, () -> post(rest, body)));
        }
    }

    /** Lets all submit at once, and kills the server as soon as the first has an answer. */
    private static void check(TrialSite site, List<Callable<Long>> submissions) throws Exception {
        var answered = new CountDownLatch(1);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = submissions.stream()
                    .map(submission -> callers.submit(() -> {
                        var run = submission.call();
                        answered.countDown();
                        return run;
                    }))
                    .toList();
            answered.await();
            site.program("server").kill9();
            site.startServer();
            var runs = new TreeSet<Long>();
            for (var answer : answers) runs.add(answer.get(TrialSite.PATIENCE.toSeconds(), TimeUnit.SECONDS));
            assertThat(runs).hasSize(1);
            site.awaitServer();
            assertThat(site.rest().json("/runs").path("items").size()).isEqualTo(1);
            checkResults(site, runs.first());
        }
    }

    private static void checkResults(TrialSite site, long run) {
        site.startAgent("agent", 2);
        try (var client = site.connect()) {
            var results = RunResults.of(client.watch(run));
            assertThat(results.summary().succeeded()).isEqualTo(TASKS);
            RunVerdict.check(results.attempts(), site.effects(), _ -> false);
            assertThat(results.byTask().keySet())
                    .allMatch(task -> site.effects().of(task, "end").size() == 1);
        }
    }

    private static long submit(TidewheelClient client, List<Task> tasks) {
        return client.submit(RunOptions.named("key").withKey("same"), tasks).id();
    }

    /** Repeats until there is an answer, as one would who was not told what became of the request. */
    private static long post(RestAnswers rest, String body) {
        var run = new AtomicLong();
        await("an answer")
                .pollInSameThread()
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> {
                    var answer = rest.post("/runs", body, "same");
                    if (answer.statusCode() == 503) return false;
                    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
                    run.set(RestAnswers.parse(answer.body()).path("id").longValue());
                    return true;
                });
        return run.get();
    }
}
