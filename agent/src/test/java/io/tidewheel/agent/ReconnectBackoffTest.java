package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReconnectBackoffTest {
    @Test
    void theFirstTryGoesAtOnceAndLaterOnesWaitLongerUpToALimit() {
        var backoff = new ReconnectBackoff(1, new Random(1));
        assertThat(backoff.delay()).isZero();
        long limit = 100;
        for (int failure = 1; failure <= 100; failure++) {
            backoff.failed();
            assertThat(backoff.delay()).isBetween(Duration.ofMillis(limit / 2), Duration.ofMillis(limit));
            limit = Math.min(limit * 2, 2_000);
        }
    }

    @Test
    void twoAgentsWaitForDifferentTimes() {
        var one = new ReconnectBackoff(1, new Random(1));
        var other = new ReconnectBackoff(1, new Random(2));
        for (int i = 0; i < 10; i++) {
            one.failed();
            other.failed();
        }
        assertThat(one.delay()).isNotEqualTo(other.delay());
    }

    @Test
    void allServersAreTriedBeforeAWait() {
        var backoff = new ReconnectBackoff(3, new Random(1));
        var servers = new ArrayList<Integer>();
        var waits = new ArrayList<Boolean>();
        for (int i = 0; i < 7; i++) {
            servers.add(backoff.server());
            waits.add(backoff.delay().isPositive());
            backoff.failed();
        }
        assertThat(servers).isEqualTo(List.of(0, 1, 2, 0, 1, 2, 0));
        assertThat(waits).isEqualTo(List.of(false, false, false, true, false, false, true));
    }

    @Test
    void aConnectionThatLastedStartsAnewAtTheSameServer() {
        var backoff = new ReconnectBackoff(2, new Random(1));
        for (int i = 0; i < 5; i++) backoff.failed();
        backoff.ended(Duration.ofSeconds(2));
        assertThat(backoff.delay()).isZero();
        assertThat(backoff.server()).isEqualTo(1);
    }

    @Test
    void aServerThatHangsUpAtOnceIsNotHammered() {
        var backoff = new ReconnectBackoff(1, new Random(1));
        backoff.ended(Duration.ofMillis(5));
        backoff.ended(Duration.ofMillis(5));
        backoff.ended(Duration.ofMillis(5));
        assertThat(backoff.delay()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }

    @Test
    void afterASilentServerAnotherOneIsTriedFirstAndAtOnce() {
        var backoff = new ReconnectBackoff(2, new Random(1));
        for (int i = 0; i < 5; i++) backoff.failed();
        int before = backoff.server();
        backoff.silent();
        assertThat(backoff.server()).isNotEqualTo(before);
        assertThat(backoff.delay()).isZero();
    }

    @Test
    void whenThereAreOtherServersTheSameOneIsNextWhereverItStands() {
        var backoff = new ReconnectBackoff(5, new Random(1));
        for (int i = 0; i < 4; i++) backoff.failed();
        backoff.change(2, 1);
        assertThat(backoff.server()).isEqualTo(1);
        backoff.failed();
        assertThat(backoff.server()).isZero();
    }

    @Test
    void oneOfSeveralServersIsGivenLittleTimeAtFirst() {
        var backoff = new ReconnectBackoff(1, new Random(1));
        assertThat(backoff.patience()).isEqualTo(Duration.ofSeconds(10));
        backoff.change(2, 0);
        assertThat(backoff.patience()).isEqualTo(Duration.ofSeconds(2));
        for (int i = 0; i < 2; i++) backoff.failed();
        assertThat(backoff.patience()).isEqualTo(Duration.ofSeconds(4));
        for (int i = 0; i < 100; i++) backoff.failed();
        assertThat(backoff.patience()).isEqualTo(Duration.ofSeconds(10));
    }
}
