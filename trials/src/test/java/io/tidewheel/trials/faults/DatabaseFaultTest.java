package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.client.TaskRun;
import io.tidewheel.testing.RealPostgres;
import java.time.Duration;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The database goes away for a while, or its answers do. */
class DatabaseFaultTest {
    private static final int NOOPS = 1_000;
    private static final int BATCH = NOOPS + 5;

    private final long seed = Long.getLong("tidewheel.faults.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void runningTasksGoOnWhileTheDatabaseIsGoneAndTheirResultsArriveOnce() {
        try (var postgres = RealPostgres.start();
                var site = TrialSite.prepare("database", StoreKind.EMBEDDED).withDatabase(postgres.createDatabase())) {
            site.startServer();
            site.awaitServer();
            site.startAgent("agent", 2);
            try (var client = site.connect()) {
                var run = client.open(RunOptions.named("database"));
                run.addAll(Collections.nCopies(10, traced(site.effectsFile(), "sleep 2")));
                site.awaitTraces(1, "begin", 1);
                postgres.kill9();
                // These two were running: they come to their end, whoever is listening.
                site.awaitTraces(0, "end", 1);
                site.awaitTraces(1, "end", 1);
                FaultPause.of(Duration.ofSeconds(2));
                postgres.restart();
                run.close();

                var results = RunResults.of(run);
                assertThat(results.summary().allSucceeded()).isTrue();
                assertThat(results.byTask()).hasSize(10);
                assertThat(RunVerdict.check(results.attempts(), site.effects(), _ -> false))
                        .as("tasks run again")
                        .isZero();
            }
        }
    }

    @Test
    void aCommitWhoseAnswerIsLostCountsOnce() {
        System.out.printf("answers: -Dtidewheel.faults.seed=%d%n", seed);
        var database = RealPostgres.shared().createDatabase();
        try (var line = FaultyTunnel.to(RealPostgres.shared().port());
                var site = TrialSite.prepare("answers", StoreKind.EMBEDDED).withDatabase(through(line, database))) {
            site.startServer();
            site.awaitServer();
            site.startAgent("agent", 2);
            try (var client = site.connect()) {
                var run = client.open(RunOptions.named("answers"));
                for (int i = 0; i < 8; i++) {
                    add(site, run);
                    FaultPause.of(Duration.ofMillis(random.nextInt(300)));
                    loseAnswers(line);
                }
                run.close();
                var results = RunResults.of(run);
                assertThat(results.summary().allSucceeded()).isTrue();
                assertThat(results.byTask()).hasSize((int) results.summary().size());
                var traced = results.attempts();
                traced.keySet().removeIf(task -> task % BATCH < NOOPS);
                assertThat(RunVerdict.check(traced, site.effects(), _ -> false))
                        .as("tasks run again")
                        .isZero();
            }
        }
    }

    private static void add(TrialSite site, TaskRun run) {
        run.addAll(Collections.nCopies(NOOPS, Task.of(TaskCommands.noop())));
        run.addAll(Collections.nCopies(BATCH - NOOPS, traced(site.effectsFile(), "sleep 0.1")));
    }

    /** For a moment everything is done that is asked for, but nobody hears of it; then the line breaks. */
    private void loseAnswers(FaultyTunnel line) {
        line.stallFromServer();
        FaultPause.of(Duration.ofMillis(20 + random.nextInt(200)));
        line.cut();
        FaultPause.of(Duration.ofMillis(random.nextInt(200)));
        line.heal();
    }

    private static RealPostgres.Database through(FaultyTunnel line, RealPostgres.Database database) {
        var port = ":" + RealPostgres.shared().port() + "/";
        var url = database.jdbcUrl().replace(port, ":" + line.url().getPort() + "/");
        return new RealPostgres.Database(database.name(), url, database.user(), database.password());
    }
}
