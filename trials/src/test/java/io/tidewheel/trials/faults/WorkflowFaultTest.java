package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A workflow goes on where it was, whatever is killed, and repeats nothing that was done. */
class WorkflowFaultTest {
    private static final int ITEMS = 40;
    private static final int KILLS = 5;

    private final long seed = Long.getLong("tidewheel.faults.seed", System.nanoTime());

    @ParameterizedTest
    @EnumSource
    void aServerThatIsKilledGoesOnWithItsWorkflowsAndRepeatsNothing(StoreKind store) throws Exception {
        try (var site = TrialSite.open("workflow", store)) {
            site.startAgent("agent", 2);
            long run = submit(site);
            killWhileItRuns(site, run, "server");
            checkEnd(site, run);
            assertThat(traces(site)).as("each action was done once").doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAgentThatIsKilledCostsOnlyWhatItHadBegun(StoreKind store) throws Exception {
        try (var site = TrialSite.open("workflow-agent", store)) {
            site.startAgent("agent", 2);
            long run = submit(site);
            killWhileItRuns(site, run, "agent");
            checkEnd(site, run);
            var traces = traces(site);
            assertThat(traces.size() - traces.stream().distinct().count())
                    .as("done again: at most what both slots had begun")
                    .isLessThanOrEqualTo(2L * KILLS);
        }
    }

    private void killWhileItRuns(TrialSite site, long run, String victim) {
        System.out.printf("%s: -Dtidewheel.faults.seed=%d%n", site.folder().getFileName(), seed);
        var random = new Random(seed);
        for (int i = 0; i < KILLS; i++) {
            FaultPause.of(Duration.ofMillis(200 + random.nextInt(900)));
            site.program(victim).kill9();
            if (victim.equals("server")) {
                site.startServer();
                site.awaitServer();
            } else {
                site.startAgent("agent", 2);
            }
        }
        await("the end of the workflow")
                .until(() -> !List.of("QUEUED", "RUNNING")
                        .contains(site.rest().json("/runs/" + run).path("state").asString()));
    }

    /** A list is doubled three times in a loop for each item, and all are joined: a loop, chains in it, and a join behind it. */
    private static long submit(TrialSite site) throws IOException, InterruptedException {
        var script = site.file("work.sh");
        Files.writeString(script, """
            #!/bin/sh
            trace=$1; shift
            out=
            for word; do out=$word; done
            sleep 0.03
            for word; do [ "$word" = "$out" ] || { [ -f "$word" ] && cat "$word" || echo "$word"; }; done > "$out.new"
            mv "$out.new" "$out"
            echo "$out" >> "$trace"
            """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        var services = """
            - id: work
              name: work
              description: copies what it is given
              path: %s
              runtime: other
              parameters:
                - {id: trace, name: t, description: t, type: input, cardinality: 1..1, default: %s}
                - {id: in, name: i, description: i, type: input, cardinality: 1..n}
                - {id: out, name: o, description: o, type: output, cardinality: 1..1, dataType: file}
            """.formatted(script, site.file("traces"));
        var items = IntStream.range(0, ITEMS).mapToObj(i -> "item" + i).collect(Collectors.joining(", "));
        var workflow = """
            api: 4.7.0
            name: faults
            retries: {processChains: {maxAttempts: 20}}
            vars:
              - {id: items, value: [%s]}
            actions:
              - type: for
                input: items
                enumerator: item
                output: all
                yieldToOutput: third
                actions:
                  - {type: execute, service: work, inputs: [{id: in, var: item}], outputs: [{id: out, var: first}]}
                  - {type: execute, service: work, inputs: [{id: in, var: first}], outputs: [{id: out, var: second}]}
                  - {type: execute, service: work, inputs: [{id: in, var: first}], outputs: [{id: out, var: other}]}
                  - type: execute
                    service: work
                    inputs: [{id: in, var: second}, {id: in, var: other}]
                    outputs: [{id: out, var: third}]
              - type: execute
                service: work
                inputs: [{id: in, var: all}]
                outputs: [{id: out, var: result, store: true}]
            """.formatted(items);
        var body = RestAnswers.object()
                .put("source", workflow)
                .set(
                        "services",
                        RestAnswers.object()
                                .arrayNode()
                                .add(RestAnswers.object().put("name", "s").put("text", services)));
        var answer = site.rest().post("/workflows", body.toString(), "workflow");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RestAnswers.parse(answer.body()).path("id").asLong();
    }

    private static void checkEnd(TrialSite site, long run) throws IOException {
        var end = site.rest().json("/runs/" + run);
        assertThat(end.path("state").asString()).as(end.toString()).isEqualTo("SUCCEEDED");
        var stored = site.rest()
                .json("/runs/%d/results?limit=1000".formatted(run))
                .path("items")
                .valueStream()
                .flatMap(item -> item.path("files").valueStream())
                .filter(file -> file.path("stored").asBoolean())
                .map(file -> file.path("path").asString())
                .toList();
        assertThat(stored).hasSize(1);
        var expected = IntStream.range(0, ITEMS)
                .boxed()
                .flatMap(i -> List.of("item" + i, "item" + i).stream())
                .toList();
        assertThat(Files.readAllLines(Path.of(stored.getFirst()))).containsExactlyElementsOf(expected);
        assertThat(traces(site)).as("all actions were done").hasSizeGreaterThanOrEqualTo(4 * ITEMS + 1);
    }

    private static List<String> traces(TrialSite site) throws IOException {
        return Files.readAllLines(site.file("traces"));
    }
}
