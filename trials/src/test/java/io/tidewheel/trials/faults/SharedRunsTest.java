package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.model.IndexRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several servers on one database, all at work on the same runs. They meet all the time, and that is no failure. */
class SharedRunsTest {
    private static final int TASKS = Integer.getInteger("tidewheel.faults.tasks", 101_000);
    private static final int ITEMS = 40;
    private static final int LONGER_TASKS = 600;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void noEngineBeginsAnewBecauseAnotherServerWasFaster(int count) throws Exception {
        var servers = IntStream.range(0, count)
                .mapToObj(i -> i == 0 ? "server" : "server-" + i)
                .toList();
        try (var site = TrialSite.prepare("shared-" + count, StoreKind.POSTGRES)) {
            start(site, servers);
            long flow = submit(site, servers.getLast(), "/workflows", workflow());
            long job = submit(site, servers.getFirst(), "/jobs", job());
            long began = System.nanoTime();
            try (var client = site.connect(site.url(servers.get(1)))) {
                var run = client.submit(
                        RunOptions.named("shared")
                                .withTemplate(TaskCommands.inSequence(TaskCommands.noop()))
                                .withArray(new IndexRange(1, TASKS, 1)),
                        List.of());
                var results = RunResults.of(run);
                assertThat(results.summary().succeeded()).isEqualTo(TASKS);
                assertThat(results.byTask()).hasSize(TASKS);
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            for (long run : List.of(flow, job)) {
                await("the end of run " + run)
                        .until(() -> Set.of("SUCCEEDED", "FAILED", "CANCELLED").contains(state(site, run)));
                assertThat(state(site, run))
                        .as(() -> site.rest()
                                .json("/runs/%d/tasks".formatted(run))
                                .toString())
                        .isEqualTo("SUCCEEDED");
            }
            var started = new ArrayList<Long>();
            long overtaken = 0;
            for (var server : servers) {
                var answers = site.rest(server);
                for (var cause : List.of("store", "memory", "error")) {
                    assertThat(answers.metric("tidewheel_engine_restarts_total{cause=\"%s\"}".formatted(cause)))
                            .as("engines of %s that began anew because of the %s", server, cause)
                            .isZero();
                }
                assertThat(answers.metric("tidewheel_engine_bugs_total")).isZero();
                started.add(answers.metric("tidewheel_engine_tasks_started_total"));
                overtaken += answers.metric("tidewheel_engine_runs_overtaken_total");
            }
            assertThat(started).as("each server had a part in it").allMatch(tasks -> tasks > 0);
            System.out.printf(
                    "%d servers: %,d tasks in %.1f s, of which they gave %s to their agents; %d times another was"
                            + " faster%n",
                    count, TASKS, seconds, started, overtaken);
        }
    }

    @Test
    void noServerStandsIdleWhileAnArrayWaitsWhoseTasksTakeTime() {
        var servers = List.of("server", "server-1");
        try (var site = TrialSite.prepare("shares", StoreKind.POSTGRES)) {
            start(site, servers);
            try (var client = site.connect()) {
                var run = client.submit(
                        RunOptions.named("shares")
                                .withTemplate(TaskCommands.inSequence(TaskCommands.process("sleep", "0.1")))
                                .withArray(new IndexRange(1, LONGER_TASKS, 1)),
                        List.of());
                assertThat(RunResults.of(run).summary().succeeded()).isEqualTo(LONGER_TASKS);
            }
            var started = servers.stream()
                    .map(server -> site.rest(server).metric("tidewheel_engine_tasks_started_total"))
                    .toList();
            System.out.printf("%d tasks of 0.1 s: %s started by the servers%n", LONGER_TASKS, started);
            assertThat(started).allMatch(tasks -> tasks >= LONGER_TASKS / 4);
        }
    }

    private static void start(TrialSite site, List<String> servers) {
        for (var server : servers) {
            site.startServer(server);
            site.awaitServer(server);
        }
        for (var server : servers) site.startAgent("agent-" + server, 2, site.url(server));
        for (var server : servers) {
            await("the agent of " + server)
                    .until(() -> site.rest(server).json("/agents").toString().contains("agent-" + server + "."));
        }
    }

    private static String state(TrialSite site, long run) {
        return site.rest().json("/runs/" + run).path("state").asString();
    }

    private static long submit(TrialSite site, String server, String path, String body)
            throws IOException, InterruptedException {
        var answer = site.rest(server).post(path, body, path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RestAnswers.parse(answer.body()).path("id").asLong();
    }

    /** Three steps for each item, so that new chains come all the time. */
    private static String workflow() {
        var services = """
            - {id: go, name: go, description: goes on, path: touch, runtime: other, parameters: [
                {id: in, name: i, description: i, type: input, cardinality: 1..1},
                {id: out, name: o, description: o, type: output, cardinality: 1..1}]}
            """;
        var items = IntStream.range(0, ITEMS).mapToObj(i -> "item" + i).collect(Collectors.joining(", "));
        var workflow = """
            api: 4.7.0
            name: shared
            vars:
              - {id: items, value: [%s]}
            actions:
              - type: for
                input: items
                enumerator: item
                actions:
                  - {type: execute, service: go, inputs: [{id: in, var: item}], outputs: [{id: out, var: first}]}
                  - {type: execute, service: go, inputs: [{id: in, var: first}], outputs: [{id: out, var: second}]}
                  - {type: execute, service: go, inputs: [{id: in, var: first}], outputs: [{id: out, var: other}]}
            """.formatted(items);
        var body = RestAnswers.object().put("source", workflow);
        body.putArray("services").addObject().put("name", "s").put("text", services);
        return body.toString();
    }

    private static String job() {
        var script = """
            done=0
            while share=$(cat "$TIDEWHEEL_SHARE") && [ "$done" -lt "$share" ]; do
                done=$((done + 100 < share ? done + 100 : share))
                echo "$done" >> "$TIDEWHEEL_PROGRESS"
                sleep 0.2
            done
            """;
        var body = RestAnswers.object()
                .put("iterations", 3_000)
                .put("target", "1m")
                .put("partitions", 3);
        body.putArray("command").add("sh").add("-c").add(script);
        return body.toString();
    }
}
