package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Each of two agents and a client has a link of its own to each of two servers. The links are stopped one by one until nobody reaches anybody,
 * and let go one by one in another order, again and again, while tasks are added: all of them end, each counts once.
 */
class SwizzledLinksTest {
    private static final long SEED = Long.getLong("tidewheel.faults.seed", 16);
    /** So often all links are stopped; more to look for more. */
    private static final int ROUNDS = Integer.getInteger("tidewheel.faults.rounds", 2);

    private static final int TASKS_PER_STEP = 5;
    private static final int LONGEST_STEP_MILLIS = 800;
    /** Sometimes longer than an agent may be silent, sometimes not. */
    private static final int LONGEST_DARKNESS_MILLIS = 6_000;

    private final Random chance = new Random(SEED);
    private final List<FaultyTunnel> links = new ArrayList<>();

    @Test
    void everyTaskEndsOnceInWhateverOrderLinksStopAndComeBack() {
        try (var site = TrialSite.prepare("swizzle", StoreKind.POSTGRES)) {
            for (var server : List.of("server", "other")) {
                site.startServer(server);
                site.awaitServer(server);
            }
            for (var name : List.of("one", "two")) site.startAgent(name, 2, toBoth(site));
            try (var client = TidewheelClient.connect(toBoth(site), site.token())) {
                var run = client.open(RunOptions.named("swizzle"));
                add(site, run);
                site.awaitTraces(0, "end", 1);
                for (int round = 0; round < ROUNDS; round++) stopAndLetGo(site, run);
                var closing = run.closing();
                var results = RunResults.of(run);
                assertThat(closing).isCompleted();
                assertThat(results.summary().allSucceeded()).as("seed %d", SEED).isTrue();
                int added = TASKS_PER_STEP * (1 + 2 * links.size() * ROUNDS);
                assertThat(results.byTask()).as("seed %d", SEED).hasSize(added);
                // While nobody reached anybody, each agent may have lost what it had.
                int again = RunVerdict.check(results.attempts(), site.effects(), _ -> true);
                System.out.printf("seed %d: %d tasks, %d run again%n", SEED, added, again);
            }
        } finally {
            links.forEach(FaultyTunnel::close);
        }
    }

    /**
     * A way to each server that nobody else uses. It is not written as an address of this machine, because an agent that knows its servers by one
     * believes what they say about their own, which lead past the tunnels.
     */
    private List<URI> toBoth(TrialSite site) {
        var ways = new ArrayList<URI>();
        for (var server : List.of("server", "other")) {
            var link = FaultyTunnel.to(site.url(server).getPort());
            links.add(link);
            ways.add(URI.create("http://0.0.0.0:" + link.url().getPort()));
        }
        return ways;
    }

    private void stopAndLetGo(TrialSite site, TaskRun run) {
        for (var link : inAnyOrder()) {
            var ways = List.<Runnable>of(link::cut, link::stall, link::stallToServer, link::stallFromServer);
            ways.get(chance.nextInt(ways.size())).run();
            add(site, run);
            pause(LONGEST_STEP_MILLIS);
        }
        pause(LONGEST_DARKNESS_MILLIS);
        for (var link : inAnyOrder()) {
            link.heal();
            add(site, run);
            pause(LONGEST_STEP_MILLIS);
        }
    }

    private List<FaultyTunnel> inAnyOrder() {
        var order = new ArrayList<>(links);
        Collections.shuffle(order, chance);
        return order;
    }

    private void pause(int most) {
        FaultPause.of(Duration.ofMillis(chance.nextInt(most)));
    }

    private static void add(TrialSite site, TaskRun run) {
        for (int i = 0; i < TASKS_PER_STEP; i++) run.add(traced(site.effectsFile(), "sleep 0.2"));
    }
}
