package io.tidewheel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanNumbersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|0", "999|999", "1000|1,000", "1234567|1,234,567", "-1000|-1,000", "-100|-100"})
    void countsAreGrouped(long number, String shown) {
        assertThat(HumanNumbers.count(number)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PT0.34S|340ms",
                "PT1S|1s",
                "PT9.94S|9.9s",
                "PT12.9S|12s",
                "PT2M|2m",
                "PT2M5S|2m 5s",
                "PT3H|3h",
                "PT3H4M|3h 4m",
                "P2DT3H|2d 3h",
                "PT-5S|-5s"
            })
    void durationsHaveTwoUnits(Duration time, String shown) {
        assertThat(HumanNumbers.duration(time)).isEqualTo(shown);
    }

    @Test
    void ratesAndSizesAreShort() {
        assertThat(HumanNumbers.rate(0.26)).isEqualTo("0.3");
        assertThat(HumanNumbers.rate(12_345.6)).isEqualTo("12,346");
        assertThat(HumanNumbers.bytes(512)).isEqualTo("512 B");
        assertThat(HumanNumbers.bytes(1_536)).isEqualTo("1.5 KiB");
        assertThat(HumanNumbers.bytes(300L << 20)).isEqualTo("300 MiB");
    }
}
