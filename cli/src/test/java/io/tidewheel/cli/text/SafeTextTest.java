package io.tidewheel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafeTextTest {
    @Test
    void ordinaryTextStaysAsItIs() {
        assertThat(SafeText.line("Größe 5 µm, 日本語, 👍")).isEqualTo("Größe 5 µm, 日本語, 👍");
        assertThat(SafeText.lines("a\n\tb\n")).isEqualTo("a\n\tb\n");
    }

    @Test
    void whatWouldMoveTheCursorOrRetitleTheTerminalBecomesVisible() {
        assertThat(SafeText.line("\u001b]0;owned\u0007")).isEqualTo("^[]0;owned^G");
        assertThat(SafeText.line("a\rb\u009b2J\u007f")).isEqualTo("a^Mb\\u009b2J^?");
        assertThat(SafeText.lines("x\u001b[2J\ny")).isEqualTo("x^[[2J\ny");
    }

    @Test
    void whatTurnsTheDirectionOfWritingBecomesVisible() {
        assertThat(SafeText.line("exe\u202etxt")).isEqualTo("exe\\u202etxt");
    }

    @Test
    void oneLineStaysOneLine() {
        assertThat(SafeText.line("a\nb\tc")).isEqualTo("a b c");
    }
}
