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
                "memory=50MB               | 0    | 50000000   | 0",
                "memory=1.5GB              | 0    | 1500000000 | 0",
                "memory=2kB                | 0    | 2000       | 0",
                "memory=2 KiB              | 0    | 2048       | 0",
                "memory=64MiB              | 0    | 67108864   | 0",
                "memory=7 bytes            | 0    | 7          | 0",
                "memory=100,cpu=0.001      | 1    | 100        | 0"
            })
    void theyAreReadFromText(String text, long cpus, long memory, long gpus) {
        assertThat(Amounts.parse(text, Amounts.NONE)).isEqualTo(new Amounts(cpus, memory, gpus));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cpu", "cpu=", "cpu=x", "cpu=-1", "gpu=0.5", "gpu=1,", "license=", "license=1.5"})
    void whatIsNoAmountIsTold(String text) {
        assertThatThrownBy(() -> Amounts.parse(text, Amounts.NONE)).hasMessageContaining("cpu=1.5,memory=4GiB,gpu=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory=4XB", "memory=G", "memory=", "memory=4 gib", "memory=-1", "memory=9999999999TiB"})
    void whatIsNoAmountOfMemoryIsToldWithTheUnitsThereAre(String text) {
        assertThatThrownBy(() -> Amounts.parse(text, Amounts.NONE))
                .hasMessageContaining("kB, MB, GB or TB")
                .hasMessageContaining("KiB, MiB, GiB or TiB");
    }

    @Test
    void largeAmountsOfMemoryAreReadToTheByte() {
        assertThat(MemorySize.parse("9007199254740993")).isEqualTo(9_007_199_254_740_993L);
        assertThat(MemorySize.parse("8TB")).isEqualTo(8_000_000_000_000L);
        assertThat(MemorySize.parse("16e9")).isEqualTo(16_000_000_000L);
        assertThat(MemorySize.parse("16_000_000")).isEqualTo(16_000_000L);
        assertThat(MemorySize.parse("8TiB")).isEqualTo(8L << 40);
    }

    @Test
    void whatOnlyUsersKnowIsCountedByTheNameTheyGiveIt() {
        var has = Amounts.parse("license=5,matlab-seat=1", Amounts.UNLIMITED);
        var needs = Amounts.parse("cpu=1,license=2", Amounts.NONE);
        assertThat(has.covers(needs)).isTrue();
        assertThat(has.fits(needs)).isEqualTo(2);
        assertThat(has.minus(needs.times(2)).custom().text()).isEqualTo("license=1,matlab-seat=1");
        assertThat(has.minus(needs.times(2)).covers(needs)).isFalse();
        assertThat(has.minus(needs.times(9)).custom().text()).isEqualTo("matlab-seat=1");
        assertThat(needs.max(Amounts.parse("license=1,x=4", Amounts.NONE)))
                .isEqualTo(Amounts.parse("cpu=1,license=2,x=4", Amounts.NONE));
        assertThat(needs.plus(needs)).isEqualTo(Amounts.parse("cpu=2,license=4", Amounts.NONE));
        assertThat(needs).isNotEqualTo(Amounts.parse("cpu=1", Amounts.NONE));
        assertThat(needs.compareTo(Amounts.parse("cpu=1", Amounts.NONE))).isPositive();
        assertThat(Amounts.parse("license=0", Amounts.NONE))
                .isEqualTo(Amounts.NONE)
                .hasSameHashCodeAs(Amounts.NONE);
    }

    @Test
    void whatOnlyUsersKnowAndNobodyStatesIsNotThere() {
        var needs = Amounts.parse("license=1", Amounts.NONE);
        assertThat(Amounts.UNLIMITED.covers(needs)).isFalse();
        assertThat(Amounts.UNLIMITED.fits(needs)).isZero();
        assertThat(needs.beyond(Amounts.UNLIMITED)).isEqualTo(needs);
        assertThat(Amounts.parse("cpu=9,license=1", Amounts.NONE).beyond(Amounts.UNLIMITED))
                .isEqualTo(needs);
    }

    @ParameterizedTest
    @CsvSource({
        "cores=2, write cpu",
        "mem=4, write memory",
        "License=1, small letters",
        "a_b=1, small letters",
        "1x=1, small letters",
        "=1, small letters",
        "x=9999999999999, is not an amount"
    })
    void aNameThatCannotBeCountedByIsTold(String text, String words) {
        assertThatThrownBy(() -> Amounts.parse(text, Amounts.NONE)).hasMessageContaining(words);
    }

    @Test
    void aNeedNamesAtMostSixteenAmountsOfItsOwn() {
        var many = java.util.stream.IntStream.range(0, 17)
                .mapToObj(i -> "x" + i + "=1")
                .toList();
        assertThatThrownBy(() -> Amounts.parse(String.join(",", many), Amounts.NONE))
                .hasMessageContaining("at most 16");
        assertThat(Amounts.parse(String.join(",", many.subList(0, 16)), Amounts.NONE)
                        .parts())
                .isEqualTo(16);
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
        var all = Amounts.parse("seat=2,cpu=1.5,license=1,memory=512MiB", Amounts.NONE);
        assertThat(all).hasToString("cpu 1.5, memory 512 MiB, license 1, seat 2");
        assertThat(all.text()).isEqualTo("cpu=1.5,memory=536870912,license=1,seat=2");
        assertThat(Amounts.parse(all.text(), Amounts.NONE)).isEqualTo(all);
        assertThat(CustomAmounts.parse(all.custom().text())).isEqualTo(all.custom());
    }
}
