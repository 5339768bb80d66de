package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * A workflow and a job that one server keeps, and of which another one is asked how they get on. Each round of the workflow is made when the one
 * before has ended, so only the keeper gets it on; so do the counts of the job, which the keeper alone takes.
 */
final class KeptRuns implements AutoCloseable {
    private static final long ITERATIONS = 200_000;
    private static final long MILLIS_BETWEEN_LOOKS = 50;

    private static final String COUNT = """
        done=0
        while share=$(cat "$TIDEWHEEL_SHARE") && [ "$done" -lt "$share" ]; do
            sleep 0.1
            done=$((done + 10))
            if [ -e "$FILES.over" ]; then done=$share; fi
            if [ "$done" -gt "$share" ]; then done=$share; fi
            echo "$done" >> "$TIDEWHEEL_PROGRESS"
        done
        echo "$done" > "$TIDEWHEEL_RESULT"
        """;

    /** Leaves something to do for the next round unless it is to be the last one. */
    private static final String ROUND = """
        #!/bin/sh
        mkdir -p "$3"
        date +%s%3N >> "$1.rounds"
        sleep 0.2
        [ -e "$1.over" ] || echo "$2" > "$3/next"
        """;

    private final TrialSite site;
    private final String keeper;
    private final String asked;
    private final Path files;
    private final long workflow;
    private final long job;
    private final List<Long> counted = new CopyOnWriteArrayList<>();
    private final Thread looking;
    private volatile boolean isOver;

    private KeptRuns(TrialSite site, String keeper, String asked, Path files) throws IOException, InterruptedException {
        this.site = site;
        this.keeper = keeper;
        this.asked = asked;
        this.files = files;
        this.workflow = submitWorkflow(site.rest(keeper));
        this.job = submitJob(site.rest(keeper));
        this.looking = Thread.ofVirtual().name("job").start(this::look);
    }

    static KeptRuns begin(TrialSite site, String keeper, String asked, String name) {
        try {
            var runs = new KeptRuns(site, keeper, asked, site.file(name));
            await("both get on")
                    .until(() -> runs.signs().values().stream()
                            .noneMatch(signs -> signs.get().isEmpty()));
            return runs;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /** When each of them was seen to get on, in milliseconds. */
    Map<String, Supplier<List<Long>>> signs() {
        return new TreeMap<>(Map.of("workflow", this::rounds, "job", () -> List.copyOf(counted)));
    }

    private List<Long> rounds() {
        var file = Path.of(files + ".rounds");
        try {
            return Files.exists(file)
                    ? Files.readAllLines(file).stream().map(Long::valueOf).toList()
                    : List.of();
        } catch (IOException error) {
            throw new UncheckedIOException("cannot read " + file, error);
        }
    }

    private void look() {
        long before = 0;
        while (!isOver) {
            long now = iterations();
            if (now > before) counted.add(System.currentTimeMillis());
            before = Math.max(before, now);
            FaultPause.of(Duration.ofMillis(MILLIS_BETWEEN_LOOKS));
        }
    }

    /** As the keeper knows; another server sees no more than that it is under way. */
    private long iterations() {
        return Math.max(iterations(keeper), iterations(asked));
    }

    private long iterations(String server) {
        if (!RestAnswers.isReady(site.url(server))) return 0;
        try {
            long sum = 0;
            for (var part : site.rest(server).json("/runs/" + job + "/job").path("partitions"))
                sum += part.path("iterations").asLong();
            return sum;
        } catch (UncheckedIOException | AssertionError killedMeanwhile) {
            return 0;
        }
    }

    /** Lets both come to their end, and looks whether all was done once. */
    @Override
    public void close() {
        isOver = true;
        try {
            looking.join();
            Files.createFile(Path.of(files + ".over"));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
        for (long run : List.of(workflow, job))
            await("the end of run " + run)
                    .until(() -> List.of("SUCCEEDED", "FAILED", "CANCELLED")
                            .contains(run(run).path("state").asString()));
        assertThat(run(workflow).path("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(run(workflow).path("succeeded").asInt())
                .as("each round began once: %s", run(workflow))
                .isEqualTo(rounds().size());
        assertThat(run(job).path("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(site.rest(asked).json("/runs/" + job + "/job").path("stored").asLong())
                .isGreaterThanOrEqualTo(ITERATIONS);
    }

    private JsonNode run(long run) {
        return site.rest(asked).json("/runs/" + run);
    }

    private long submitWorkflow(RestAnswers keeper) throws IOException {
        var script = Path.of(files + ".sh");
        Files.writeString(script, ROUND);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        var services = """
            - id: round
              name: round
              description: one round
              path: %s
              runtime: other
              parameters:
                - {id: files, name: f, description: f, type: input, cardinality: 1..1, default: %s}
                - {id: in, name: i, description: i, type: input, cardinality: 1..1}
                - {id: out, name: o, description: o, type: output, cardinality: 1..1, dataType: directory}
            """.formatted(script, files);
        var text = """
            api: 4.7.0
            name: rounds
            priority: 10
            vars:
              - {id: start, value: [first]}
            actions:
              - type: for
                input: start
                enumerator: item
                yieldToInput: next
                actions:
                  - {type: execute, service: round, inputs: [{id: in, var: item}], outputs: [{id: out, var: next}]}
            """;
        var body = RestAnswers.object().put("source", text);
        body.putArray("services").addObject().put("name", "s").put("text", services);
        return submit(keeper, "/workflows", body.toString(), files.getFileName() + "-workflow");
    }

    private long submitJob(RestAnswers keeper) {
        var body = RestAnswers.object()
                .put("name", "counts")
                .put("iterations", ITERATIONS)
                .put("partitions", 1)
                .put("reportEvery", "1s")
                .put("priority", 10);
        var command = body.putObject("command");
        command.putArray("arguments").add("sh").add("-c").add(COUNT);
        command.putObject("environment").put("FILES", files.toString());
        return submit(keeper, "/jobs", body.toString(), files.getFileName() + "-job");
    }

    private static long submit(RestAnswers keeper, String path, String body, String key) {
        try {
            var answer = keeper.post(path, body, key);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            return RestAnswers.parse(answer.body()).path("id").asLong();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
