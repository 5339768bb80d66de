package io.tidewheel.workflow.chains;

import static org.assertj.core.api.Assertions.assertThat;

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
        "a$x$2, a$x"
    })
    void onlyTheRoundsAreTakenAway(String name, String without) {
        assertThat(RoundNames.without(name)).isEqualTo(without);
    }
}
