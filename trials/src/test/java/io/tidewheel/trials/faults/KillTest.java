package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.TaskResult;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers, agents and clients are killed at random moments under load and started again: nothing is lost, nothing is done twice. */
class KillTest {
    private static final int LEAST = 20_000;
    private static final int MOST = 400_000;
    private static final int KILLS = 10;

    private final long seed = Long.getLong("tidewheel.faults.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @ParameterizedTest
    @EnumSource(names = "EMBEDDED")
    void everyTaskEndsOnceWhoeverIsKilled(StoreKind store) throws IOException {
        // A chain that is started again first in line may well see three agents die; that is not its fault here.
        try (var site = Site.open("kill", store, "poisonAfter=1000000")) {
            startAll(site);
            var killed = storm(site, List.of("server", "agent-1", "agent-2", "client"));
            var end = calm(site);
            check(site, end, killed);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "EMBEDDED")
    void nothingIsRunAgainWhenOnlyServersAndClientsAreKilled(StoreKind store) throws IOException {
        try (var site = Site.open("kill-server", store)) {
            startAll(site);
            storm(site, List.of("server", "client"));
            var end = calm(site);
            check(site, end, Set.of());
        }
    }

    private static void startAll(Site site) {
        startClient(site);
        startAgent(site, "agent-1");
        startAgent(site, "agent-2");
    }

    private static void startClient(Site site) {
        site.startClient(LEAST, MOST);
    }

    private static void startAgent(Site site, String name) {
        site.startAgent(name, 2);
    }

    /** Kills one after the other, and answers the lives that were ended. */
    private Set<String> storm(Site site, List<String> victims) {
        System.out.printf("%s: seed %d, kills %s%n", site.folder().getFileName(), seed, victims);
        victims.forEach(victim -> awaitAtWork(site, victim));
        var killed = new TreeSet<String>();
        for (int i = 0; i < KILLS; i++) {
            Pause.of(Duration.ofMillis(200 + random.nextInt(1_300)));
            var victim = victims.get(random.nextInt(victims.size()));
            site.program(victim).kill9();
            killed.add(victim + "." + site.lives(victim));
            Pause.of(Duration.ofMillis(random.nextInt(400)));
            start(site, victim);
            // Some are killed again while they start; but if that were the rule, nothing would ever be at work.
            if (random.nextInt(4) != 0) awaitAtWork(site, victim);
        }
        return killed;
    }

    private static void awaitAtWork(Site site, String name) {
        switch (name) {
            case "server" -> site.awaitServer();
            case "client" ->
                await("the client has opened its run").atMost(Site.PATIENCE).until(() ->
                        history(site, site.lives("client")).made().isPresent());
            default -> site.program(name).awaitOutput("connected to");
        }
    }

    private static void start(Site site, String name) {
        switch (name) {
            case "server" -> site.startServer();
            case "client" -> startClient(site);
            default -> startAgent(site, name);
        }
    }

    /** No more tasks, no more faults: everything must come to its end by itself. */
    private static History calm(Site site) throws IOException {
        Files.createFile(site.file("enough"));
        var client = site.program("client");
        await("the client has all results").atMost(Site.PATIENCE).until(() -> !client.isAlive());
        assertThat(client.exitCode()).as(client.output()).isZero();
        return history(site, site.lives("client"));
    }

    private static History history(Site site, int life) {
        return History.read(site.file("history." + life));
    }

    private static void check(Site site, History end, Set<String> killed) {
        var total = end.total().orElseThrow();
        System.out.printf(
                "%s: %,d tasks; lives: server %d, agents %d, clients %d%n",
                site.folder().getFileName(),
                total.size(),
                site.lives("server"),
                site.lives("agent-1") + site.lives("agent-2"),
                site.lives("client"));
        assertThat(total.succeeded()).isEqualTo(total.size());
        assertThat(end.results()).hasSize((int) total.size());
        assertThat(end.results().values()).allMatch(seen -> seen.state() == TaskResult.State.SUCCEEDED);
        checkLivesOfTheClient(site, end);
        checkEffects(site, end, killed);
    }

    /** What was safe once stays safe, and what has ended never changes. */
    private static void checkLivesOfTheClient(Site site, History end) {
        int safe = 0;
        for (int life = 1; life <= site.lives("client"); life++) {
            var history = history(site, life);
            if (history.made().isPresent()) assertThat(history.made().getAsInt()).isGreaterThanOrEqualTo(safe);
            safe = Math.max(safe, history.safe());
            assertThat(end.results()).as("what life %d of the client saw", life).containsAllEntriesOf(history.results());
        }
        assertThat(end.total().orElseThrow().size()).isGreaterThanOrEqualTo(safe);
    }

    private static void checkEffects(Site site, History end, Set<String> killed) {
        var accepted = new TreeMap<Integer, Integer>();
        end.results().forEach((task, seen) -> {
            if (Workload.isProcess(task)) accepted.put(task, seen.attempt());
        });
        int again = Verdict.check(accepted, site.effects(), killed);
        System.out.printf("%s: %d processes were run again%n", site.folder().getFileName(), again);
    }
}
