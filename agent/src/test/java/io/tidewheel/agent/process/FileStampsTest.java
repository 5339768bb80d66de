package io.tidewheel.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStampsTest {
    private final FileStamps stamps = new FileStamps();

    @TempDir
    private Path folder;

    @Test
    void saysTheSameAsTheSlowWay() throws Exception {
        var file = Files.createFile(folder.resolve("file"));
        var link = Files.createSymbolicLink(folder.resolve("link"), file);
        for (var each : new Path[] {folder, file, link, folder}) {
            assertThat(stamps.of(each)).isEqualTo(FileStamps.slowly(each));
        }
    }

    @Test
    void namesWhatIsNotThere() {
        assertThatThrownBy(() -> stamps.of(folder.resolve("nothing")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("nothing");
    }
}
