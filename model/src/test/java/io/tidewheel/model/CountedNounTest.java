package io.tidewheel.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedNounTest {
    @Test
    void oneIsNotMany() {
        assertThat(CountedNoun.of(0, "agent")).isEqualTo("0 agents");
        assertThat(CountedNoun.of(1, "agent")).isEqualTo("1 agent");
        assertThat(CountedNoun.of(2_000, "agent")).isEqualTo("2,000 agents");
    }
}
