package io.tidewheel.workflow.chains;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundNamesTest {
    @ParameterizedTest
    @CsvSource({
        "a, a",
        "a$3, a",
        "a$3$0+1.2, a",
        "a$~abcdefghijklmnopqrst$7, a",
        "$inc$twice$a, $inc$twice$a",
        "$inc$twice$a$3, $inc$twice$a",
        "job$0$p12, job",
        "a$x$2, a$x",
        "a$3x, a$3x",
        "a$, a$",
        "a$3$, a$3$",
        "a$~abc, a$~abc",
        "a$p, a$p",
        "a$p1234567890, a$p1234567890",
        "a$p1$3, a$p1"
    })
    void onlyTheRoundsAreTakenAway(String name, String without) {
        assertThat(RoundNames.without(name)).isEqualTo(without);
    }

    /** Whoever writes a workflow may call things what he likes. */
    @Test
    void aNameOfAMillionRoundsIsReadLikeAnyOther() {
        var many = "$1".repeat(500_000);
        assertThat(RoundNames.without("a" + many)).isEqualTo("a");
        assertThat(RoundNames.without("a" + many + "x")).isEqualTo("a" + many + "x");
        assertThat(RoundNames.withoutPartition("a" + many + "$p7")).isEqualTo("a" + many);
    }
}
