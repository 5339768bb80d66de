package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Iterative jobs while everything around them is killed, stopped and restarted: each iteration counts once, and none is missing. */
class JobFaultTest {

    /** Throws darts, 500 at a time; how long it sleeps after each throw depends on the partition, so that all have another speed. */
    private static final String DARTS = """
        echo "$TIDEWHEEL_PARTITION $$" >> "$PIDS"
        done=0
        hits=0
        round=0
        while share=$(cat "$TIDEWHEEL_SHARE") && [ "$done" -lt "$share" ]; do
            n=$((share - done))
            if [ "$n" -gt 500 ]; then n=500; fi
            seed=$((TIDEWHEEL_PARTITION * 1000003 + TIDEWHEEL_ATTEMPT * 7919 + round))
            in=$(awk -v n="$n" -v seed="$seed" 'BEGIN {
                srand(seed)
                for (i = 0; i < n; i++) { x = rand(); y = rand(); if (x * x + y * y <= 1) hits++ }
                print hits + 0
            }')
            hits=$((hits + in))
            done=$((done + n))
            round=$((round + 1))
            echo "$done" >> "$TIDEWHEEL_PROGRESS"
            sleep 0.$((TIDEWHEEL_PARTITION % 4 + 1))
        done
        echo "$done $hits" > "$TIDEWHEEL_RESULT"
        """;

    @ParameterizedTest
    @EnumSource
    void noIterationIsLostOrCountedTwiceWhateverIsKilled(StoreKind store) throws Exception {
        try (var site = TrialSite.open("job", store)) {
            site.startAgent("one", 3);
            site.startAgent("two", 3);
            long wanted = 60_000;
            long flow = submitFlow(site);
            long run = submit(site, wanted);
            awaitDone(site, run, wanted / 10);

            site.program("two").kill9();
            var stopped = stopOne(site);
            awaitDone(site, run, wanted / 4);
            site.program("server").kill9();
            site.startServer();
            site.awaitServer();
            signal("CONT", stopped);
            site.startAgent("two", 3);

            await("the end of the job").until(() -> isOver(state(site, run)));
            assertThat(state(site, run)).as(() -> job(site, run).toString()).isEqualTo("SUCCEEDED");
            checkResults(site, run, wanted);

            await("the end of the workflow").until(() -> isOver(state(site, flow)));
            assertThat(state(site, flow)).isEqualTo("SUCCEEDED");
            checkFlow(site, flow);
        }
    }

    @Test
    void aPartitionThatStandsStillForEverHoldsNobodyUp() throws Exception {
        try (var site = TrialSite.open("stuck", StoreKind.EMBEDDED)) {
            site.startAgent("one", 6);
            long wanted = 200_000;
            long run = submit(site, wanted);
            await("progress of the first partition")
                    .until(() -> job(site, run)
                                    .path("partitions")
                                    .path(0)
                                    .path("iterations")
                                    .asLong()
                            > 0);
            assertThat(signal("STOP", processOf(site, 0))).isTrue();

            await("the end of the job").until(() -> isOver(state(site, run)));
            assertThat(state(site, run)).as(() -> job(site, run).toString()).isEqualTo("SUCCEEDED");
            checkResults(site, run, wanted);
            assertThat(job(site, run).path("events").toString()).contains("it has not got on for too long");
        }
    }

    /** What was brought counts; only what was under way is done again. */
    @Test
    void onlyWhatWasUnderWayIsDoneAgainWhenEverybodyVanishesShortlyBeforeTheEnd() throws Exception {
        try (var site = TrialSite.open("vanish", StoreKind.EMBEDDED)) {
            site.startAgent("one", 2);
            site.startAgent("two", 2);
            int partitions = 40;
            long wanted = 500L * partitions;
            long run = submit(site, wanted, job -> job.put("partitions", partitions));
            await("nearly all partitions").until(() -> stored(site, run) >= partitions - 4);
            site.program("one").kill9();
            site.program("two").kill9();
            assertThat(isOver(state(site, run))).isFalse();

            site.startAgent("three", 4);
            await("the end of the job").until(() -> isOver(state(site, run)));
            assertThat(state(site, run)).as(() -> job(site, run).toString()).isEqualTo("SUCCEEDED");
            assertThat(job(site, run).path("stored").asLong()).isEqualTo(wanted);
            assertThat(Files.readAllLines(site.file("pids"))).hasSizeBetween(partitions, partitions + 4);
        }
    }

    private static long stored(TrialSite site, long run) {
        return job(site, run)
                .path("partitions")
                .valueStream()
                .filter(part -> part.path("state").asString().equals("STORED"))
                .count();
    }

    private static final long FLOW_WANTED = 25_000;

    /** A job between two ordinary actions. What was thrown is counted by the last of them. */
    private static long submitFlow(TrialSite site) throws Exception {
        var traces = site.file("traces");
        var services = """
            - {id: begin, name: b, description: b, path: sh, runtime: other, parameters: [
                {id: c, name: c, description: c, type: input, cardinality: 1..1, label: -c,
                 default: 'echo begin >> %1$s; echo /dev/null > "$0"'},
                {id: out, name: o, description: o, type: output, cardinality: 1..1}]}
            - {id: darts, name: d, description: d, path: sh, runtime: other, parameters: [
                {id: script, name: s, description: s, type: input, cardinality: 1..1, dataType: file, default: %2$s},
                {id: in, name: i, description: i, type: input, cardinality: 1..1}]}
            - {id: sum, name: s, description: s, path: sh, runtime: other, parameters: [
                {id: c, name: c, description: c, type: input, cardinality: 1..1, label: -c,
                 default: 'echo sum >> %1$s; n=$1; shift; { echo "$n"; cat "$@"; } > "$0"'},
                {id: out, name: o, description: o, type: output, cardinality: 1..1},
                {id: count, name: n, description: n, type: input, cardinality: 1..1, dataType: integer},
                {id: in, name: i, description: i, type: input, cardinality: 1..n}]}
            """.formatted(traces, site.file("darts.sh"));
        Files.writeString(site.file("darts.sh"), "PIDS=/dev/null\n" + DARTS);
        var workflow = """
            api: 4.7.0
            name: darts in a workflow
            retries: {processChains: {maxAttempts: 5}}
            actions:
              - {type: execute, id: before, service: begin, outputs: [{id: out, var: begun}]}
              - {type: job, id: throw, service: darts, iterations: %d, target: 15s, partitions: 2, maxPartitions: 3,
                 inputs: [{id: in, var: begun}], outputs: [{id: result, var: parts}, {id: iterations, var: n}]}
              - {type: execute, id: after, service: sum, inputs: [{id: count, var: n}, {id: in, var: parts}],
                 outputs: [{id: out, var: all, store: true}]}
            """.formatted(FLOW_WANTED);
        var body = RestAnswers.object().put("source", workflow);
        body.putArray("services").addObject().put("name", "s").put("text", services);
        var answer = site.rest().post("/workflows", body.toString(), "workflow");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RestAnswers.parse(answer.body()).path("id").asLong();
    }

    /** Each action was done once, all that was counted is in the results, and no partition counts twice. */
    private static void checkFlow(TrialSite site, long run) throws IOException {
        assertThat(Files.readAllLines(site.file("traces"))).containsExactly("begin", "sum");
        var stored = site.rest()
                .json("/runs/%d/results?limit=1000".formatted(run))
                .path("items")
                .valueStream()
                .flatMap(item -> item.path("files").valueStream())
                .filter(file -> file.path("stored").asBoolean())
                .map(file -> Path.of(file.path("path").asString()))
                .toList();
        assertThat(stored).hasSize(1);
        var lines = Files.readAllLines(stored.getFirst());
        long counted = Long.parseLong(lines.getFirst());
        long thrown = lines.stream()
                .skip(1)
                .mapToLong(line -> Long.parseLong(line.split(" ")[0]))
                .sum();
        assertThat(thrown).isEqualTo(counted).isGreaterThanOrEqualTo(FLOW_WANTED);
    }

    @ParameterizedTest
    @EnumSource
    void foreignSitesLoseNothingEitherWhenOneOfThemAndTheServerAreKilled(StoreKind store) throws Exception {
        var secret = Files.createTempFile("secret", "");
        Files.writeString(secret, "secret-of-the-trial");
        try (var site =
                TrialSite.prepare("foreign", store).withServerWords("--tascaas-secret-file", secret.toString())) {
            site.startServer();
            site.awaitServer();
            long wanted = 20_000;
            long run = submitConfig(site, wanted);
            site.startSite("fast", 1, 1_000);
            site.program("fast").awaitOutput("began 0");
            site.startSite("slow", 1, 300);
            site.program("slow").awaitOutput("began 1");
            site.program("slow").kill9();
            site.program("server").kill9();
            site.startServer();
            site.awaitServer();

            await("the end of the job").until(() -> isOver(state(site, run)));
            assertThat(state(site, run)).as(() -> job(site, run).toString()).isEqualTo("SUCCEEDED");
            var job = job(site, run);
            assertThat(job.path("stored").asLong()).isBetween(wanted, wanted * 11 / 10);
            long sum = 0;
            for (var part : job.path("partitions")) {
                if (part.path("state").asString().equals("STORED"))
                    sum += part.path("iterations").asLong();
            }
            assertThat(sum).isEqualTo(job.path("stored").asLong());
            assertThat(uploaded(site)).as("what was counted was uploaded").isEqualTo(sum);
        } finally {
            Files.deleteIfExists(secret);
        }
    }

    private static long submitConfig(TrialSite site, long iterations) throws Exception {
        var config = "{\"iterations\": %d, \"time\": 30, \"inputFile\": \"darts.config\", \"initWorkers\": 2}"
                .formatted(iterations);
        var body = RestAnswers.object().put("file", "darts.config").put("text", config);
        var answer = site.rest().post("/sites/jobs", body.toString(), "config");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RestAnswers.parse(answer.body()).path("id").asLong();
    }

    /** As the sites themselves tell it. */
    private static long uploaded(TrialSite site) {
        long sum = 0;
        for (var name : List.of("fast", "slow")) {
            for (var line : site.program(name).output().lines().toList()) {
                if (line.startsWith("uploaded")) sum += Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
            }
        }
        return sum;
    }

    private static long submit(TrialSite site, long iterations) throws Exception {
        return submit(
                site,
                iterations,
                job -> job.put("target", "25s").put("partitions", 4).put("maxPartitions", 6));
    }

    private static long submit(TrialSite site, long iterations, Consumer<ObjectNode> more) throws Exception {
        var body = RestAnswers.object();
        body.put("name", "darts");
        body.put("iterations", iterations);
        more.accept(body);
        var command = body.putObject("command");
        command.putArray("arguments").add("sh").add("-c").add(DARTS);
        command.putObject("environment").put("PIDS", site.file("pids").toString());
        var answer = site.rest().post("/jobs", body.toString(), "job");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RestAnswers.parse(answer.body()).path("id").asLong();
    }

    private static void awaitDone(TrialSite site, long run, long iterations) {
        await("%d iterations".formatted(iterations)).until(() -> {
            long done = 0;
            for (var part : job(site, run).path("partitions"))
                done += part.path("iterations").asLong();
            return done >= iterations;
        });
    }

    /** The newest process that is still there. */
    private static String stopOne(TrialSite site) throws IOException, InterruptedException {
        for (var line : Files.readAllLines(site.file("pids")).reversed()) {
            var pid = line.split(" ")[1];
            if (Files.exists(Path.of("/proc", pid)) && signal("STOP", pid)) return pid;
        }
        throw new AssertionError("no partition is at work");
    }

    private static String processOf(TrialSite site, int partition) throws IOException {
        return Files.readAllLines(site.file("pids")).stream()
                .map(line -> line.split(" "))
                .filter(words -> Integer.parseInt(words[0]) == partition)
                .findFirst()
                .orElseThrow()[1];
    }

    /** False if that process has ended. */
    private static boolean signal(String signal, String pid) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-" + signal, pid).start().waitFor() == 0;
    }

    private static JsonNode job(TrialSite site, long run) {
        return site.rest().json("/runs/" + run + "/job");
    }

    private static String state(TrialSite site, long run) {
        return site.rest().json("/runs/" + run).path("state").asString();
    }

    private static boolean isOver(String state) {
        return List.of("SUCCEEDED", "FAILED", "CANCELLED").contains(state);
    }

    /** What the results say must be what was counted, and what was asked for. */
    private static void checkResults(TrialSite site, long run, long wanted) {
        long counted = 0;
        var tasks = new ArrayList<Integer>();
        for (var part : site.rest().json("/runs/" + run + "/manifest").path("partitions")) {
            counted += part.path("iterations").asLong();
            if (part.path("state").asString().equals("STORED"))
                tasks.add(part.path("task").asInt());
        }
        long darts = 0;
        long hits = 0;
        for (var result :
                site.rest().json("/runs/" + run + "/results?limit=1000").path("items")) {
            if (!tasks.contains(result.path("index").asInt())) continue;
            var words = text(result).strip().split(" ");
            darts += Long.parseLong(words[0]);
            hits += Long.parseLong(words[1]);
        }
        assertThat(darts).as("what is in the results is what was counted").isEqualTo(counted);
        assertThat(darts).isGreaterThanOrEqualTo(wanted);
        double error = Math.sqrt(Math.PI * (4 - Math.PI) / darts);
        assertThat(4.0 * hits / darts).isCloseTo(Math.PI, within(6 * error));
        System.out.printf("counted %d of %d, executed/requested %.4f%n", darts, wanted, (double) darts / wanted);
    }

    private static String text(JsonNode result) {
        return new String(Base64.getDecoder().decode(result.path("result").asString()));
    }
}
