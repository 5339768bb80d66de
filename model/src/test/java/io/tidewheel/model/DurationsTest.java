package io.tidewheel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "90s, PT1M30S",
        "1h 30m, PT1H30M",
        "1h30m, PT1H30M",
        "250ms, PT0.25S",
        "1.5s, PT1.5S",
        "2 days, PT48H",
        "1_000 milliseconds, PT1S",
        "01:30:00, PT1H30M",
        "90:00, PT1H30M",
        "0s, PT0S",
        "10 Minutes, PT10M",
    })
    void whatPeopleWriteIsUnderstood(String text, Duration expected) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "5", "s", "-5s", "5 parsecs", "1h garbage", "1h-3m", "::", "1:2:3", "999999999999d"})
    void anythingElseIsRefusedWithAnExample(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessageContaining("duration");
    }

    @Test
    void theShortFormReadsBack() {
        for (long millis : new long[] {1, 999, 1_000, 61_001, 3_600_000, 90_061_001L}) {
            var duration = Duration.ofMillis(millis);
            assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
        }
        assertThat(Durations.format(Duration.ZERO)).isEqualTo("0s");
    }
}
