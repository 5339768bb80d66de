package io.tidewheel.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.agent.process.CommandLookup.Answer;
import io.tidewheel.agent.process.CommandLookup.Kind;
import io.tidewheel.agent.process.CommandNotStarted.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLookupTest {

    private final Map<String, Kind> files = Map.of(
            "/bin/tool", Kind.PROGRAM,
            "/data/tool", Kind.FOLDER,
            "/notes/tool", Kind.NOT_EXECUTABLE,
            "/work/tool", Kind.PROGRAM,
            "/work/sub/tool", Kind.PROGRAM);

    @ParameterizedTest
    @CsvSource({
        "/bin, /bin/tool",
        "/none:/bin, /bin/tool",
        "/data:/notes:/bin, /bin/tool",
        "/bin/, /bin/tool",
        ":/bin, /work/tool",
        "/none:, /work/tool",
        "sub:/bin, /work/sub/tool"
    })
    void theFirstProgramOnThePathIsTaken(String path, String found) {
        assertThat(search(Map.of("PATH", path))).isEqualTo(new Answer.Found(found));
    }

    @Test
    void theUsualFoldersServeWithoutAPath() {
        assertThat(search(Map.of())).isEqualTo(new Answer.Found("/bin/tool"));
    }

    @Test
    void whatCannotBeRunIsNamedIfThereIsNothingBetter() {
        assertThat(search(Map.of("PATH", "/none:/notes:/data")))
                .isInstanceOfSatisfying(Answer.Nothing.class, nothing -> {
                    assertThat(nothing.why().reason()).isEqualTo(Reason.COMMAND_NOT_EXECUTABLE);
                    assertThat(nothing.why().message()).contains("/notes/tool").contains("chmod +x");
                });
    }

    @Test
    void aMissingCommandNamesThePathThatWasSearched() {
        assertThat(search(Map.of("PATH", "/none:/nowhere"))).isInstanceOfSatisfying(Answer.Nothing.class, nothing -> {
            assertThat(nothing.why().reason()).isEqualTo(Reason.COMMAND_NOT_FOUND);
            assertThat(nothing.why().message()).contains("'tool'").contains("/none:/nowhere");
        });
    }

    private Answer search(Map<String, String> environment) {
        var spec = new ProcessSpec(List.of("tool"), environment, Path.of("/work"));
        return CommandLookup.search(spec, path -> files.getOrDefault(path, Kind.MISSING));
    }
}
