package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The storm of {@link KillTest} for as long as you like. Not part of {@code verify}: see docs/faults.md. */
@Tag("soak")
@Timeout(value = 1, unit = TimeUnit.DAYS)
class SoakTest {
    private static final Duration WHOLE = Durations.parse(System.getProperty("tidewheel.faults.soak", "1h"));
    private static final Duration ROUND = Duration.ofSeconds(60);
    private static final List<String> AGENTS = List.of("agent-1", "agent-2");

    private final long seed = Long.getLong("tidewheel.faults.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @ParameterizedTest
    @EnumSource
    void killsEvery1To30SecondsCostAtMostHalfTheThroughput(StoreKind store) {
        System.out.printf("%s for %s: -Dtidewheel.faults.seed=%d%n", store, WHOLE, seed);
        try (var site = Site.open("soak", store, "poisonAfter=1000000")) {
            double calm = round(site, 0, List.of());
            double stormy = 0;
            int rounds = 0;
            long end = System.nanoTime() + WHOLE.toNanos();
            while (System.nanoTime() < end) {
                rounds++;
                var client = "client-" + rounds;
                stormy += round(site, rounds, List.of("server", "agent-1", "agent-2", client));
            }
            System.out.printf(
                    "%s: %,.0f tasks/s when calm, %,.0f tasks/s on average of %d rounds%n",
                    store, calm, stormy / rounds, rounds);
            assertThat(stormy / rounds).isGreaterThan(calm / 2);
        }
    }

    /** Tasks per second of one round. */
    private double round(Site site, int number, List<String> victims) {
        var storm = new Storm(site, "client-" + number, random);
        long began = System.nanoTime();
        storm.begin(number == 0 ? AGENTS : List.of());
        long end = began + ROUND.toNanos();
        while (System.nanoTime() < end) {
            storm.pause(1_000, 30_000);
            if (!victims.isEmpty()) storm.kill(victims);
        }
        long tasks = storm.calmDown();
        return tasks / ((System.nanoTime() - began) / 1e9);
    }
}
