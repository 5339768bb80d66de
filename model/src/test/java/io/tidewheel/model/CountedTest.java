package io.tidewheel.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedTest {
    @Test
    void oneIsNotMany() {
        assertThat(Counted.of(0, "agent")).isEqualTo("0 agents");
        assertThat(Counted.of(1, "agent")).isEqualTo("1 agent");
        assertThat(Counted.of(2_000, "agent")).isEqualTo("2,000 agents");
    }
}
