package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run states to need, on a machine whose parts the program has counted itself. */
class StatedNeedsTest {
    @TempDir
    Path folder;

    @Test
    void whatTheMachineHasIsGivenAndSaid() throws IOException {
        var end = new Program(folder)
                .run(
                        "run",
                        "--strict",
                        "--needs",
                        "cpu=1,memory=64MiB",
                        "--",
                        "sh",
                        "-c",
                        "echo $TIDEWHEEL_CPUS $TIDEWHEEL_MEMORY");
        assertThat(end.err()).isEmpty();
        assertThat(end.out()).isEqualTo("1 " + (64 << 20) + "\n");
    }

    @Test
    void whatNoMachineHasIsRefusedIfOneIsStrict() throws IOException {
        var end = new Program(folder).run("run", "--strict", "--needs", "gpu=512", "--", "true");
        assertThat(end.code()).isNotZero();
        assertThat(end.err()).contains("gpu 512");
    }
}
