package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.TaskResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A client that submits as fast as it goes, and somebody who kills what works for it, and starts it again. */
final class KillStorm {
    /** A client does not stop before it has added so many tasks, whatever is killed. */
    private static final int LEAST = 20_000;

    private static final int MOST = 500_000;

    private final TrialSite site;
    private final String client;
    private final Random random;
    private final Set<String> killed = new TreeSet<>();

    /**
     * @param client what the client is called; another one is another run
     */
    KillStorm(TrialSite site, String client, Random random) {
        this.site = site;
        this.client = client;
        this.random = random;
    }

    /** Starts the client and waits until all are at work. */
    void begin(List<String> agents) {
        agents.forEach(this::startAgent);
        startClient();
        awaitAtWork(client);
        agents.forEach(this::awaitAtWork);
    }

    /** Kills one of them, and starts it again. */
    void kill(List<String> victims) {
        var victim = victims.get(random.nextInt(victims.size()));
        var program = site.program(victim);
        // Now and then somebody asks politely; that must be no worse.
        if (random.nextInt(4) == 0) program.terminate();
        else program.kill9();
        killed.add(victim + "." + site.lives(victim));
        pause(0, 400);
        start(victim);
        // Some are killed again while they start; but if that were the rule, nothing would ever be at work.
        if (random.nextInt(4) != 0) awaitAtWork(victim);
    }

    void pause(int leastMillis, int mostMillis) {
        FaultPause.of(Duration.ofMillis(random.nextInt(leastMillis, mostMillis)));
    }

    private void start(String name) {
        if (name.equals(client)) startClient();
        else if (name.startsWith("server")) site.startServer();
        else startAgent(name);
    }

    private void startClient() {
        site.startClient(client, LEAST, MOST);
    }

    private void startAgent(String name) {
        site.startAgent(name, 2);
    }

    private void awaitAtWork(String name) {
        if (name.startsWith("server")) site.awaitServer();
        else if (name.equals(client)) {
            await("the client has opened its run")
                    .until(() -> history(site.lives(client)).made().isPresent());
        } else site.program(name).awaitOutput("connected to");
    }

    /** No more tasks, no more faults: everything must come to its end by itself. Answers how many tasks there were. */
    long calmDown() {
        try {
            Files.createFile(site.enoughFile(client));
        } catch (IOException error) {
            throw new UncheckedIOException("the client cannot be told that it is enough", error);
        }
        var program = site.program(client);
        await("the client has all results").until(() -> !program.isAlive());
        assertThat(program.exitCode()).as(program.output()).isZero();
        return check(history(site.lives(client)));
    }

    private ClientHistory history(int life) {
        return ClientHistory.read(site.historyFile(client, life));
    }

    private long check(ClientHistory end) {
        var total = end.total().orElseThrow();
        assertThat(total.size()).isBetween((long) LEAST, (long) MOST);
        assertThat(total.succeeded()).isEqualTo(total.size());
        assertThat(end.results()).hasSize((int) total.size());
        assertThat(end.results().values()).allMatch(seen -> seen.state() == TaskResult.State.SUCCEEDED);
        checkLives(end);
        var accepted = new TreeMap<Integer, Integer>();
        end.results().forEach((task, seen) -> {
            if (TracedWorkload.isProcess(task)) accepted.put(task, seen.attempt());
        });
        int again = RunVerdict.check(accepted, site.effects(client), killed::contains);
        System.out.printf(
                "%s: %,d tasks, %d processes, %d of them run again; ended %s%n",
                site.folder().getFileName(), total.size(), accepted.size(), again, killed);
        return total.size();
    }

    /** What was safe once stays safe, and what has ended never changes. */
    private void checkLives(ClientHistory end) {
        int safe = 0;
        for (int life = 1; life <= site.lives(client); life++) {
            var history = history(life);
            if (history.made().isPresent())
                assertThat(history.made().getAsInt()).isGreaterThanOrEqualTo(safe);
            safe = Math.max(safe, history.safe());
            assertThat(end.results())
                    .as("what life %d of the client saw", life)
                    .containsAllEntriesOf(history.results());
        }
        assertThat(end.results()).hasSizeGreaterThanOrEqualTo(safe);
    }
}
