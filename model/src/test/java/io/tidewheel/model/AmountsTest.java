package io.tidewheel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu=2                     | 2000 | 0          | 0",
                "cpu=1.5, gpu=1            | 1500 | 0          | 1",
                "memory=4GiB               | 0    | 4294967296 | 0",
                "memory=4G                 | 0    | 4294967296 | 0",
                "memory=1.5K               | 0    | 1536       | 0",
                "memory=100,cpu=0.001      | 1    | 100        | 0"
            })
    void theyAreReadFromText(String text, long cpus, long memory, long gpus) {
        assertThat(Amounts.parse(text, Amounts.NONE)).isEqualTo(new Amounts(cpus, memory, gpus));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cpu", "cpu=", "cpu=x", "cpu=-1", "cores=2", "memory=4GB", "memory=G", "gpu=1,"})
    void whatIsNoAmountIsTold(String text) {
        assertThatThrownBy(() -> Amounts.parse(text, Amounts.NONE)).hasMessageContaining("cpu=1.5,memory=4GiB,gpu=1");
    }

    @Test
    void whatIsNotNamedIsThereWithoutLimitAndStaysSo() {
        var has = Amounts.parse("cpu=4", Amounts.UNLIMITED);
        assertThat(has.covers(new Amounts(4_000, 1L << 60, 1_000))).isTrue();
        assertThat(has.covers(new Amounts(4_001, 0, 0))).isFalse();
        assertThat(has.minus(new Amounts(3_000, 5, 5))).isEqualTo(new Amounts(1_000, Long.MAX_VALUE, Long.MAX_VALUE));
        assertThat(has.minus(new Amounts(5_000, 0, 0)).milliCpus()).isZero();
    }

    @Test
    void theyAreShownAsTheyAreWritten() {
        assertThat(new Amounts(1_500, 3L << 30, 1)).hasToString("cpu 1.5, memory 3 GiB, gpu 1");
        assertThat(Amounts.NONE).hasToString("");
    }
}
