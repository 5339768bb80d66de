package io.tidewheel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextBarsTest {
    @Test
    void aBarIsFilledInPart() {
        assertThat(TextBars.of(0, 4)).isEqualTo("░░░░");
        assertThat(TextBars.of(0.5, 4)).isEqualTo("██░░");
        assertThat(TextBars.of(0.625, 4)).isEqualTo("██▌░");
        assertThat(TextBars.of(1, 4)).isEqualTo("████");
        assertThat(TextBars.of(7, 4)).isEqualTo("████");
        assertThat(TextBars.of(-1, 4)).isEqualTo("░░░░");
    }

    @Test
    void aCurveShowsTheLastValuesBesideTheHighestOfThem() {
        assertThat(TextBars.curve(List.of(), 5, 2)).containsExactly("", "");
        assertThat(TextBars.curve(List.of(0.0, 0.0), 5, 2)).containsExactly("  ", "  ");
        assertThat(TextBars.curve(List.of(100.0, 1.0, 8.0, 16.0), 3, 2)).containsExactly("  █", "▁██");
    }
}
