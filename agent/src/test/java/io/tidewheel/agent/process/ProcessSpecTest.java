package io.tidewheel.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessSpecTest {

    private static final Path FOLDER = Path.of("/tmp");

    @Test
    void aCommandIsNeeded() {
        assertThatThrownBy(() -> new ProcessSpec(List.of(), Map.of(), FOLDER)).hasMessageContaining("command is empty");
        assertThatThrownBy(() -> new ProcessSpec(List.of("", "x"), Map.of(), FOLDER))
                .hasMessageContaining("command is empty");
    }

    @Test
    void whatTheSystemWouldCutOffIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> new ProcessSpec(List.of("a", "b", "c\0d"), Map.of(), FOLDER))
                .hasMessage("argument 2 contains a NUL character at position 1");
        assertThatThrownBy(() -> new ProcessSpec(List.of("a"), Map.of("X", "\0"), FOLDER))
                .hasMessageContaining("value of environment variable 'X'");
        assertThatThrownBy(() -> new ProcessSpec(List.of("a"), Map.of("X\0", ""), FOLDER))
                .hasMessageContaining("name of environment variable");
    }

    @Test
    void whatTheEncodingWouldChangeIsRefused() {
        assertThatThrownBy(() -> new ProcessSpec(List.of("a", "x\ud83c"), Map.of(), FOLDER))
                .hasMessage("argument 1 contains half a Unicode character at position 1");
        assertThatThrownBy(() -> new ProcessSpec(List.of("a", "\udf0ax"), Map.of(), FOLDER))
                .hasMessageContaining("half a Unicode character");
        assertThat(new ProcessSpec(List.of("a", "🌊🌊"), Map.of(), FOLDER).argv())
                .hasSize(2);
    }

    @Test
    void namesOfVariablesAreChecked() {
        assertThatThrownBy(() -> new ProcessSpec(List.of("a"), Map.of("", "x"), FOLDER))
                .hasMessageContaining("name");
        assertThatThrownBy(() -> new ProcessSpec(List.of("a"), Map.of("A=B", "x"), FOLDER))
                .hasMessageContaining("'A=B'");
    }

    @Test
    void theWorkingFolderIsAbsolute() {
        assertThatThrownBy(() -> new ProcessSpec(List.of("a"), Map.of(), Path.of("here")))
                .hasMessageContaining("'here' is not an absolute path");
    }

    @Test
    void limitsAreChecked() {
        assertThatThrownBy(() -> ProcessLimits.NONE.withMaxRuntime(Duration.ZERO))
                .hasMessageContaining("maxRuntime");
        assertThatThrownBy(() -> ProcessLimits.NONE.withMaxInactivity(Duration.ofSeconds(-1)))
                .hasMessageContaining("maxInactivity");
        assertThatThrownBy(() -> ProcessLimits.NONE.withGrace(Duration.ofSeconds(-1)))
                .hasMessageContaining("grace");
    }
}
