package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.experiments.histories.ChainHistories;
import io.tidewheel.experiments.histories.ChainModel;
import io.tidewheel.experiments.histories.KeyModel;
import io.tidewheel.experiments.histories.LinearizabilityChecker;
import io.tidewheel.experiments.histories.RecordedOperation;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.RunId;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Several clients that submit with the same keys, look, and cancel, all at once and whatever is killed meanwhile. What they are told and what the
 * tasks themselves leave behind is a history of each task: there must be an order in which all of it could have happened.
 */
final class HistoryClients {
    private static final int CLIENTS = 3;
    private static final int TASKS = 3;
    private static final int KEYS_EACH_SECOND = 2;
    /** A history of fewer submissions says little: after a short storm on a busy machine the clients go on until there are so many. */
    private static final int LEAST_KEYS = 8;

    private final TrialSite site;
    private final RestAnswers rest;
    private final Path traces;
    private final ChainHistories histories = new ChainHistories();
    private final Map<String, List<RecordedOperation<RunId>>> keys = new ConcurrentHashMap<>();
    private final Map<String, Long> firstAsked = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> clients = new ArrayList<>();
    private final long seed;
    private volatile boolean enough;

    HistoryClients(TrialSite site, long seed) {
        this.site = site;
        this.rest = site.rest();
        this.seed = seed;
        this.traces = site.file("histories.traces");
    }

    void begin() {
        for (int i = 0; i < CLIENTS; i++) {
            var random = new Random(seed + i);
            clients.add(threads.submit(() -> work(random)));
        }
    }

    private void work(Random random) {
        while (!enough || keys.size() < LEAST_KEYS) {
            FaultPause.of(Duration.ofMillis(50 + random.nextInt(150)));
            var key = "history-%d".formatted(now() / (1_000_000_000L / KEYS_EACH_SECOND));
            submit(key).ifPresent(run -> {
                look(run);
                if (random.nextInt(3) == 0) cancel(new ChainId(run, random.nextInt(TASKS)));
                FaultPause.of(Duration.ofMillis(random.nextInt(150)));
                look(run);
            });
        }
    }

    private Optional<RunId> submit(String key) {
        long began = now();
        firstAsked.putIfAbsent(key, began);
        var body = """
            {"command": ["/bin/sh", "-c", "trace() { echo $1 $TIDEWHEEL_RUN_ID $TIDEWHEEL_TASK_ID $TIDEWHEEL_ATTEMPT $TIDEWHEEL_AGENT $(date +%%s%%N) >> %s; }; trace begin; sleep 0.0$((TIDEWHEEL_TASK_ID * 4)); trace end"], "array": "0-%d"}
            """.formatted(traces, TASKS - 1);
        var answer = ask(() -> rest.post("/runs", body, key));
        if (answer.isEmpty()) return Optional.empty();
        var run = new RunId(RestAnswers.parse(answer.get()).path("id").longValue());
        keys.computeIfAbsent(key, _ -> new CopyOnWriteArrayList<>()).add(new RecordedOperation<>(run, began, now()));
        for (int i = 0; i < TASKS; i++) {
            histories.adding(new ChainId(run, i), firstAsked.get(key));
            histories.added(new ChainId(run, i), now());
        }
        return Optional.of(run);
    }

    private void look(RunId run) {
        for (int i = 0; i < TASKS; i++) {
            long began = now();
            var path = "/runs/%d/tasks/%d".formatted(run.number(), i);
            var answer = ask(() -> rest.get(path));
            int index = i;
            answer.ifPresent(text -> seen(new ChainId(run, index), text, began));
        }
    }

    private void seen(ChainId chain, String text, long began) {
        var answer = RestAnswers.parse(text);
        var shown = answer.path("state").stringValue();
        var state = shown.equals("QUEUED") ? ChainState.READY : ChainState.valueOf(shown);
        histories.seen(chain, state, answer.path("attempt").intValue(), began, now());
    }

    private void cancel(ChainId chain) {
        histories.cancelling(chain, now());
        var path = "/runs/%d/tasks/%d/cancel".formatted(chain.run().number(), chain.index());
        ask(() -> rest.post(path, "{}", "cancel-" + chain)).ifPresent(_ -> histories.cancelled(chain, now()));
    }

    /** A request of which nobody knows what became of it. */
    @FunctionalInterface
    private interface UncertainRequest {
        HttpResponse<String> send() throws IOException, InterruptedException;
    }

    /** The answer, if there was one and it was not a refusal. */
    private static Optional<String> ask(UncertainRequest request) {
        try {
            var answer = request.send();
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201, 404, 409, 503);
            return answer.statusCode() < 300 ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException noAnswer) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /** The clients begin nothing new as soon as they have a history to speak of. */
    void stop() {
        enough = true;
    }

    /** Waits for the end of the clients, and of all they have submitted. */
    void awaitEnd() throws Exception {
        for (var client : clients) client.get(TrialSite.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        threads.close();
        try (var client = site.connect()) {
            for (var key : keys.values())
                RunResults.of(client.watch(key.getFirst().operation().number()));
        }
    }

    /** Looks a last time, and judges. */
    void check() throws IOException {
        for (var key : keys.entrySet()) {
            assertThat(new LinearizabilityChecker<>(new KeyModel()).complaint(key.getValue()))
                    .as(key.getKey())
                    .isEmpty();
            look(key.getValue().getFirst().operation());
        }
        readTraces();
        var told = keys.values().stream().map(key -> key.getFirst().operation()).collect(Collectors.toSet());
        // Of a run that nobody was told of, since all who asked for it were cut off, nobody says when it was added.
        assertThat(histories.complaint(chain ->
                        told.contains(chain.run()) ? Optional.of(ChainModel.ofClient(false)) : Optional.empty()))
                .isEmpty();
        System.out.printf(
                "%s: a history of %,d operations on %,d tasks%n",
                site.folder().getFileName(), histories.operations(), histories.size());
        assertThat(histories.size()).isGreaterThan(20);
    }

    /** A task that has begun was claimed, and one that has come to its end is going to be reported. */
    private void readTraces() throws IOException {
        for (var line : Files.readAllLines(traces)) {
            var words = line.split(" ");
            var chain = new ChainId(new RunId(Long.parseLong(words[1])), Integer.parseInt(words[2]));
            int attempt = Integer.parseInt(words[3]);
            long at = Long.parseLong(words[5]);
            if (words[0].equals("begin")) histories.claimed(chain, attempt, words[4], 0, at);
            else histories.reporting(chain, attempt, words[4], attempt, true, at);
        }
    }

    /** The clock of the wall, as the tasks see it. */
    private static long now() {
        var now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
