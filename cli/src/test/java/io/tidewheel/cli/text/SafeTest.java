package io.tidewheel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafeTest {
    @Test
    void ordinaryTextStaysAsItIs() {
        assertThat(Safe.line("Größe 5 µm, 日本語, 👍")).isEqualTo("Größe 5 µm, 日本語, 👍");
        assertThat(Safe.lines("a\n\tb\n")).isEqualTo("a\n\tb\n");
    }

    @Test
    void whatWouldMoveTheCursorOrRetitleTheTerminalBecomesVisible() {
        assertThat(Safe.line("\u001b]0;owned\u0007")).isEqualTo("^[]0;owned^G");
        assertThat(Safe.line("a\rb\u009b2J\u007f")).isEqualTo("a^Mb\\u009b2J^?");
        assertThat(Safe.lines("x\u001b[2J\ny")).isEqualTo("x^[[2J\ny");
    }

    @Test
    void whatTurnsTheDirectionOfWritingBecomesVisible() {
        assertThat(Safe.line("exe\u202etxt")).isEqualTo("exe\\u202etxt");
    }

    @Test
    void oneLineStaysOneLine() {
        assertThat(Safe.line("a\nb\tc")).isEqualTo("a b c");
    }
}
