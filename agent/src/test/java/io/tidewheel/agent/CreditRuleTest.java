package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreditRuleTest {
    private final CreditRule rule = new CreditRule(4, OptionalInt.empty());

    @ParameterizedTest
    @CsvSource({
        "0, 0, 8",
        "10, 400, 8", // slow: still one ahead for each slot
        "1000, 10, 54", // fifty milliseconds of work ahead
        "1000, 9, 150", // and with short tasks those whose reports still wait
        "1000000, 0, 4100", // never more than so many
        "20, 10, 24", // slots that wait for a busy server: as much as they could do
        "20, 1, 36", // but not more than eight for each
        "0.4, 10, 8", // nobody waits where there is no work
        "0.4, 1999, 8",
        "0.4, 2000, 4", // long tasks are left to whoever is free
    })
    void creditFollowsThePace(double perSecond, long meanMillis, int credit) {
        assertThat(rule.credit(perSecond, Duration.ofMillis(meanMillis))).isEqualTo(credit);
    }

    @Test
    void nothingIsFetchedAheadBeforeAnythingIsKnown() {
        assertThat(rule.firstCredit()).isEqualTo(4);
        assertThat(new CreditRule(4, OptionalInt.of(10)).firstCredit()).isEqualTo(14);
    }

    @Test
    void manySlotsStillGetOneEach() {
        assertThat(new CreditRule(4_096, OptionalInt.empty()).credit(0, Duration.ZERO))
                .isEqualTo(8_192);
    }

    @Test
    void aFixedBatchOverridesThePace() {
        var fixed = new CreditRule(4, OptionalInt.of(10));
        assertThat(fixed.credit(1e6, Duration.ofHours(1))).isEqualTo(14);
    }

    @ParameterizedTest
    @CsvSource({
        "8, 8, false",
        "8, 10, false",
        "8, 11, true",
        "100, 119, false",
        "100, 121, true",
        "100, 79, true",
        "4, 8, true", // looking ahead begins
        "8, 4, true", // looking ahead ends
        "5, 4, true",
    })
    void onlyChangesThatMatterAreTold(int told, int now, boolean worth) {
        assertThat(rule.worthTelling(told, now)).isEqualTo(worth);
    }
}
