package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void versionNamesTheProgramAndItsVersion() {
        assertThat(execute("--version")).isZero();
        assertThat(out.toString()).matches("tidewheel \\d+\\.\\d+\\.\\d+\\S*\\R");
    }

    @Test
    void helpGoesToStandardOutput() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: tidewheel").contains("--version");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void anUnknownOptionIsNamedAndIsAUsageError() {
        assertThat(execute("--wheel")).isEqualTo(2);
        assertThat(err.toString()).contains("--wheel");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void noCommandAtAllIsAUsageError() {
        assertThat(execute()).isEqualTo(2);
        assertThat(err.toString()).contains("Name a command", "Usage: tidewheel");
    }

    private int execute(String... words) {
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
    }
}
