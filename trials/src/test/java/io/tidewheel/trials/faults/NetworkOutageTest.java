package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.client.RunOptions;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The network to all agents swallows everything, for longer than an agent may be silent, while their processes live. */
class NetworkOutageTest {
    private static final Duration OUTAGE = Duration.ofMillis(3_500);
    private static final Duration BETWEEN = Duration.ofSeconds(3);

    @ParameterizedTest
    @EnumSource
    void noProcessThatLivesIsStartedAgainHoweverOftenTheNetworkFails(StoreKind store) {
        try (var site = TrialSite.open("outage", store, "heartbeat=500");
                var line = FaultyTunnel.to(site.port());
                var client = site.connect()) {
            site.startAgent("one", 2, line.url());
            site.startAgent("two", 2, line.url());
            var run = client.submit(
                    RunOptions.named("outage"), Collections.nCopies(4, traced(site.effectsFile(), "sleep 24")));
            for (int i = 0; i < 4; i++) site.awaitTraces(i, "begin", 1);
            for (int i = 0; i < 3; i++) {
                line.stall();
                FaultPause.of(OUTAGE);
                line.heal();
                FaultPause.of(BETWEEN);
            }
            var results = RunResults.of(run);
            assertThat(results.summary().succeeded()).isEqualTo(4);
            var lost = site.rest().metric("tidewheel_engine_attempts_lost_total{cause=\"silence\"}");
            System.out.printf("%s: %d attempts were lost and given back%n", store, lost);
            assertThat(lost).as("the outages were long enough").isPositive();
            for (int i = 0; i < 4; i++) {
                assertThat(results.of(i).attempt()).isEqualTo(1);
                assertThat(site.effects().of(i, "begin"))
                        .as("starts of task " + i)
                        .hasSize(1);
                assertThat(site.rest().chain(run.id(), i).path("losses").asInt())
                        .isZero();
            }
        }
    }
}
