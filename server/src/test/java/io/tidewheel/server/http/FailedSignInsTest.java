package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailedSignInsTest {
    private static final int FREE = 20;

    private final VirtualTime time = new VirtualTime(Instant.EPOCH);
    private final FailedSignIns failures = new FailedSignIns(time);

    @Test
    void manyFromOneAddressAreToldToComeLaterAndLater() {
        for (int i = 0; i < FREE; i++) assertThat(seconds("10.0.0.1")).isZero();
        assertThat(seconds("10.0.0.1")).isEqualTo(1);
        for (int i = 0; i < 2 * FREE; i++) assertThat(seconds("10.0.0.1")).isPositive();
        assertThat(seconds("10.0.0.1")).isEqualTo(4);
        for (int i = 0; i < 1_000; i++) seconds("10.0.0.1");
        assertThat(seconds("10.0.0.1")).isEqualTo(64);
        assertThat(seconds("10.0.0.2")).as("another address").isZero();
    }

    @Test
    void allAreCountedAndSomeAreTold() {
        var told = new ArrayList<Long>();
        failures.tell((_, count) -> told.add(count));
        for (int i = 0; i < 300; i++) {
            seconds("10.0.0.1");
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(failures.failed()).isEqualTo(300);
        assertThat(failures.limited()).isEqualTo(300 - FREE);
        assertThat(told).isEqualTo(List.of(20L, 32L, 64L, 128L, 256L));
    }

    @Test
    void whoeverHasStoppedForLongIsForgiven() {
        for (int i = 0; i < 2 * FREE; i++) seconds("10.0.0.1");
        time.advance(Duration.ofMinutes(11));
        assertThat(seconds("10.0.0.1")).isZero();
    }

    @Test
    void guessersFromVeryManyAddressesTakeNoMoreMemoryThanFew() {
        for (int i = 0; i < FREE; i++) seconds("10.0.0.1");
        for (int i = 0; i < 10_000; i++) seconds("source " + i);
        assertThat(seconds("10.0.0.1")).as("the oldest is forgotten").isZero();
    }

    /** After how long it may come again; 0 if it is not told. */
    private long seconds(String source) {
        try {
            failures.count(source);
            return 0;
        } catch (ProblemException limited) {
            assertThat(limited.problem().status()).isEqualTo(429);
            return Long.parseLong(limited.problem().headers().getOrDefault("Retry-After", ""));
        }
    }
}
