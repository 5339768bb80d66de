package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.model.ObjectName;
import io.tidewheel.server.objects.ObjectPermission;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Backups are taken while runs are submitted and end all the time, and restored to a store of the other kind: nothing is missing that was acknowledged. */
class BusyBackupTest extends StagedTrial {
    private static final int BACKUPS = 3;
    private static final int SUBMITTERS = 3;
    private static final int TASKS = 20;
    /** Under way at a time, for each submitter. */
    private static final int MOST_OPEN = 10;
    /** So much of the stream is behind us before each backup. */
    private static final int BETWEEN = 40;

    private static final Instant UNTIL = Instant.parse("2100-01-01T00:00:00Z");

    /** What somebody was told before a backup began. */
    private record Acknowledged(Path file, Set<Long> submitted, Map<Long, Long> ended, Map<String, String> objects) {}

    private final Set<Long> submitted = ConcurrentHashMap.newKeySet();
    /** How many tasks of the run had succeeded. */
    private final Map<Long, Long> ended = new ConcurrentHashMap<>();

    private final Map<String, String> objects = new ConcurrentHashMap<>();
    private final AtomicBoolean enough = new AtomicBoolean();

    @AfterEach
    void stop() {
        stopAgents();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"embedded, postgres", "postgres, embedded"})
    void whatWasAcknowledgedBeforeABackupBeganIsInItAndWorkGoesOn(String from, String to) throws Exception {
        server = new ServerPlace(from, folder.resolve("before"), 0).start();
        token = Files.readString(folder.resolve("before/admin.token")).strip();
        startAgent("one", server);
        startAgent("two", server);
        var taken = new ArrayList<Acknowledged>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SUBMITTERS; i++) {
                int number = i;
                threads.submit(() -> stream(number));
            }
            try {
                for (int i = 0; i < BACKUPS; i++) taken.add(backup(i));
            } finally {
                enough.set(true);
            }
        }
        assertThat(submitted)
                .as("the stream went on")
                .hasSizeGreaterThan(taken.getLast().submitted.size());
        stopAgents();
        server.close();
        for (var before : List.of(taken.getFirst(), taken.getLast())) compare(to, before);
    }

    private Void stream(int submitter) throws Exception {
        var open = new Semaphore(MOST_OPEN);
        try (var client = TidewheelClient.connect(server.url(), token)) {
            for (int i = 0; !enough.get(); i++) {
                open.acquire();
                var name = "stream-%d-%d".formatted(submitter, i);
                var run = client.submit(
                        RunOptions.named(name).withKey(name), Collections.nCopies(TASKS, Task.of(TaskCommands.noop())));
                run.durable().join();
                submitted.add(run.id());
                put(name);
                run.onResult(_ -> {}).thenAccept(summary -> {
                    ended.put(run.id(), summary.succeeded());
                    open.release();
                });
            }
            open.acquire(MOST_OPEN);
        }
        return null;
    }

    private void put(String name) {
        var content = name.repeat(name.hashCode() % 2 == 0 ? 1 : 8_000).getBytes(StandardCharsets.UTF_8);
        var facts = server.objects()
                .put(
                        new ObjectName("kept/" + name),
                        new ByteArrayInputStream(content)::read,
                        1 << 20,
                        Optional.empty());
        objects.put(facts.name().text(), facts.sha256().hex());
    }

    private String signed(String object) {
        return server.objectUrls()
                .sign(new ObjectPermission(ObjectPermission.Use.GET, new ObjectName(object), 1 << 20, UNTIL));
    }

    private Acknowledged backup(int number) throws Exception {
        await().until(() -> ended.size() >= (number + 1) * BETWEEN);
        var file = folder.resolve("backup-" + number);
        var before = new Acknowledged(file, new TreeSet<>(submitted), new TreeMap<>(ended), new TreeMap<>(objects));
        var answer = http.send(request("/backup").build(), HttpResponse.BodyHandlers.ofFile(file));
        assertThat(answer.statusCode()).isEqualTo(200);
        return before;
    }

    private void compare(String kind, Acknowledged before) throws Exception {
        var some = before.objects.keySet().iterator().next();
        var signed = signed(some);
        var place = new ServerPlace(kind, folder.resolve("after-" + before.file.getFileName()), 0);
        place.restore(before.file);
        server = place.start();
        for (var each : before.ended.entrySet()) {
            var run = get("/runs/" + each.getKey());
            assertThat(run.path("state").asString()).as("run %d", each.getKey()).isEqualTo("SUCCEEDED");
            assertThat(run.path("succeeded").asLong())
                    .isEqualTo(each.getValue())
                    .isEqualTo(TASKS);
            assertThat(get("/runs/%d/tasks/%d".formatted(each.getKey(), TASKS - 1))
                            .path("state")
                            .asString())
                    .isEqualTo("SUCCEEDED");
        }
        for (var object : before.objects.entrySet()) {
            var facts = server.objects().find(new ObjectName(object.getKey()));
            assertThat(facts).as(object.getKey()).isPresent();
            assertThat(facts.orElseThrow().sha256().hex()).isEqualTo(object.getValue());
        }
        assertThat(signed(some)).as("with the same key").isEqualTo(signed);
        startAgent("later", server);
        for (long run : before.submitted) {
            assertThat(ended(run)).as("run %d: %s", run, get("/runs/" + run)).isEqualTo("SUCCEEDED");
            assertThat(get("/runs/" + run).path("succeeded").asLong()).isEqualTo(TASKS);
        }
        long anew = post("/runs", "{\"command\": [\"true\"]}").path("id").asLong();
        assertThat(ended(anew)).isEqualTo("SUCCEEDED");
        assertThat(submitted).as("a number that was never given out").doesNotContain(anew);
        stopAgents();
        server.close();
    }
}
