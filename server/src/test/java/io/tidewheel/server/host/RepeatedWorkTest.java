package io.tidewheel.server.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.RunId;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepeatedWorkTest {
    private static final RunId FIRST = new RunId(1);
    private static final RunId SECOND = new RunId(2);

    @Test
    void aStoreThatKnowsMoreOrTheSameHasForgottenNothing() {
        assertThat(RepeatedWork.chains(Map.of(), Map.of(FIRST, 3L))).isZero();
        assertThat(RepeatedWork.chains(Map.of(FIRST, 3L, SECOND, 7L), Map.of(FIRST, 4L, SECOND, 7L)))
                .isZero();
        assertThat(RepeatedWork.chains(Map.of(FIRST, 3L), Map.of()))
                .as("it has finished")
                .isZero();
    }

    @Test
    void whatItDoesNotKnowAnyMoreIsCounted() {
        assertThat(RepeatedWork.chains(Map.of(FIRST, 30L, SECOND, 7L), Map.of(FIRST, 10L, SECOND, 6L)))
                .isEqualTo(21);
    }
}
