package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The server killed every 1 to 30 seconds, agents and clients now and then, for as long as you like; every tenth round is calm, so that
 * both are measured on the same machine at the same time of day. Not part of {@code verify}: see docs/research/faults.md.
 */
@Tag("soak")
@Timeout(value = 1, unit = TimeUnit.DAYS)
class SoakTest {
    private static final Duration WHOLE = Durations.parse(System.getProperty("tidewheel.faults.soak", "1h"));
    private static final Duration ROUND = Duration.ofSeconds(60);
    private static final int CALM_EVERY = 10;
    private static final List<String> AGENTS = List.of("agent-1", "agent-2");

    private final long seed = Long.getLong("tidewheel.faults.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** All stores, or the one that is named. */
    static Stream<StoreKind> stores() {
        var named = System.getProperty("tidewheel.faults.store");
        return named == null
                ? Stream.of(StoreKind.values())
                : Stream.of(StoreKind.valueOf(named.toUpperCase(Locale.ROOT)));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void killsEvery1To30SecondsCostAtMostHalfTheThroughput(StoreKind store) {
        System.out.printf("%s for %s: -Dtidewheel.faults.seed=%d%n", store, WHOLE, seed);
        try (var site = TrialSite.open("soak", store)) {
            var calm = new Rounds();
            var stormy = new Rounds();
            long whole = WHOLE.toNanos();
            for (int number = 0; stormy.nanos < whole; number++) {
                boolean isCalm = number % CALM_EVERY == 0;
                round(site, number, isCalm ? calm : stormy, isCalm);
            }
            System.out.printf("%s: calm %s%n%s: stormy %s%n", store, calm, store, stormy);
            assertThat(stormy.rate()).isGreaterThan(calm.rate() / 2);
        }
    }

    private void round(TrialSite site, int number, Rounds rounds, boolean isCalm) {
        var client = "client-" + number;
        var storm = new KillStorm(site, client, random);
        long began = System.nanoTime();
        storm.begin(number == 0 ? AGENTS : List.of());
        long end = began + ROUND.toNanos();
        while (System.nanoTime() < end) {
            storm.pause(1_000, 30_000);
            if (isCalm) continue;
            storm.kill(List.of("server"));
            rounds.kills++;
            if (random.nextInt(4) == 0) storm.kill(List.of("agent-1", "agent-2", client));
        }
        rounds.tasks += storm.calmDown();
        rounds.nanos += System.nanoTime() - began;
        rounds.count++;
    }

    /** What was done in all rounds of a kind. */
    private static final class Rounds {
        private int count;
        private int kills;
        private long tasks;
        private long nanos;

        double rate() {
            return tasks / (nanos / 1e9);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%,.0f tasks/s: %,d tasks in %d rounds, %.0f s, server killed %d times",
                    rate(),
                    tasks,
                    count,
                    nanos / 1e9,
                    kills);
        }
    }
}
