package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Two servers on one PostgreSQL; agents and a client that know both. One server becomes unreachable, freezes, is drained and is killed, one after
 * the other: whoever was connected goes to the other one, and nothing that runs is started again.
 */
class ServerFailoverTest {
    /** So often each fault happens; more for figures. */
    private static final int ROUNDS = Integer.getInteger("tidewheel.faults.rounds", 1);

    private static final int AGENTS = 2;

    private final List<Double> gaps = new ArrayList<>();

    @Test
    void agentsAndClientsGoToTheOtherServerAndNothingIsStartedAgain() {
        try (var site = TrialSite.prepare("failover", StoreKind.POSTGRES)) {
            for (var server : List.of("server", "other")) {
                site.startServer(server);
                site.awaitServer(server);
            }
            try (var line = FaultyTunnel.to(site.port());
                    var client = TidewheelClient.connect(List.of(line.url(), site.url("other")), site.token())) {
                var servers = List.of(line.url(), site.url("other"));
                for (int i = 1; i <= AGENTS; i++) site.startAgent("agent-" + i, 2, servers);
                await("both agents").until(() -> present(site, "other").size() == AGENTS);
                var run = client.open(RunOptions.named("failover"));
                for (int i = 0; i < AGENTS; i++) run.add(traced(site.effectsFile(), "sleep 20"));
                site.awaitTraces(0, "begin", 1);
                for (int round = 0; round < ROUNDS; round++) faults(site, line, run);
                run.close();
                var results = RunResults.of(run);
                assertThat(results.summary().allSucceeded()).isTrue();
                for (int task : results.byTask().keySet())
                    assertThat(site.effects().of(task, "begin"))
                            .as("starts of task %d", task)
                            .hasSize(1);
            }
            Collections.sort(gaps);
            System.out.printf("%d faults, gaps in seconds: %s%n", gaps.size(), gaps);
        }
    }

    private void faults(TrialSite site, FaultyTunnel line, TaskRun run) {
        goesOn(site, run, line::stall);
        line.heal();
        goesOn(site, run, site.program("other")::pause);
        site.program("other").resume();
        await("both servers").until(() -> up(site, "server").size() == 2);
        goesOn(site, run, () -> site.tidewheel("drain", "server", "drain", name(site, "other")));
        site.program("other").endInGoodOrder();
        site.startServer("other");
        site.awaitServer("other");
        await("both servers").until(() -> up(site, "server").size() == 2);
        await("all agents").until(() -> present(site, "server").size() == AGENTS);
        goesOn(site, run, site.program("server")::kill9);
        site.startServer();
        site.awaitServer();
        await("all agents").until(() -> present(site, "server").size() == AGENTS);
    }

    /** What is added after a fault is done, and its result comes. */
    private void goesOn(TrialSite site, TaskRun run, Runnable fault) {
        fault.run();
        long began = System.nanoTime();
        run.add(traced(site.effectsFile(), "true"));
        site.awaitTraces(AGENTS + gaps.size(), "end", 1);
        gaps.add((System.nanoTime() - began) / 1_000_000 / 1e3);
    }

    private static Set<String> present(TrialSite site, String asked) {
        var present = new TreeSet<String>();
        for (var agent : site.rest(asked).json("/agents").path("items")) {
            if (!agent.path("state").asString().equals("disconnected"))
                present.add(agent.path("name").asString());
        }
        return present;
    }

    private static Set<String> up(TrialSite site, String asked) {
        var up = new TreeSet<String>();
        for (var server : site.rest(asked).json("/servers").path("items")) {
            if (server.path("state").asString().equals("up"))
                up.add(server.path("name").asString());
        }
        return up;
    }

    private static String name(TrialSite site, String server) {
        for (var each : site.rest(server).json("/servers").path("items")) {
            if (each.path("asked").asBoolean()) return each.path("name").asString();
        }
        throw new AssertionError("server " + server + " does not name itself");
    }
}
