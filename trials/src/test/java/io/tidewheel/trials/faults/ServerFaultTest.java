package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.client.RunOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that stands still for a while, and one that is killed while it starts for the first time. */
class ServerFaultTest {
    private final long seed = Long.getLong("tidewheel.faults.seed", System.nanoTime());

    @ParameterizedTest
    @EnumSource
    void aServerThatStoodStillBlamesNoAgent(StoreKind store) {
        try (var site = TrialSite.open("still", store, "heartbeat=500");
                var client = site.connect()) {
            site.startAgent("agent", 2);
            var run = client.submit(
                    RunOptions.named("still"), Collections.nCopies(40, traced(site.effectsFile(), "sleep 0.2")));
            site.awaitTraces(0, "end", 1);
            site.program("server").pause();
            // Longer than an agent may be silent.
            FaultPause.of(Duration.ofSeconds(3));
            site.program("server").resume();

            var results = RunResults.of(run);
            assertThat(results.summary().allSucceeded()).isTrue();
            assertThat(RunVerdict.check(results.attempts(), site.effects(), _ -> false))
                    .isZero();
            assertThat(site.rest().metric("tidewheel_engine_leases_expired_total"))
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServerKilledDuringItsFirstStartStartsTheNextTime(StoreKind store) {
        System.out.printf("first start: -Dtidewheel.faults.seed=%d%n", seed);
        var random = new Random(seed);
        try (var site = TrialSite.prepare("first", store)) {
            for (int i = 0; i < 5; i++) {
                var server = site.startServer();
                FaultPause.of(Duration.ofMillis(100 + random.nextInt(1_500)));
                server.kill9();
            }
            site.startServer();
            site.awaitServer();
            assertThat(site.rest().json("/runs").path("items").size()).isZero();
        }
    }
}
