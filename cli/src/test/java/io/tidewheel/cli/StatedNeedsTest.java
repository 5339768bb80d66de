package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.errors.ExitCodes;
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
        var end = new RealProgram(folder)
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
    void whatOnlyItsUserCountsIsGivenIfTheSettingsSayThatItIsThere() throws IOException {
        var end = new RealProgram(folder)
                .startIn(
                        "export TIDEWHEEL_AGENT_HAS=license=2; exec \"$@\"",
                        "run",
                        "--strict",
                        "--needs",
                        "license=1",
                        "--",
                        "sh",
                        "-c",
                        "echo $TIDEWHEEL_AMOUNT_LICENSE")
                .await();
        assertThat(end.err()).isEmpty();
        assertThat(end.out()).isEqualTo("1\n");
        var refused = new RealProgram(folder).run("run", "--needs", "license=1", "--", "true");
        assertThat(refused.code()).isNotZero();
        assertThat(refused.err()).contains("license 1");
    }

    @Test
    void anAmountThatCannotBeReadIsToldWithTheUnits() throws IOException {
        var end = new RealProgram(folder).run("run", "--needs", "memory=50XB", "--", "true");
        assertThat(end.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(end.err()).contains("--needs: '50XB' is not an amount of memory", "kB, MB, GB or TB");
    }

    @Test
    void whatNoMachineHasIsRefusedIfOneIsStrict() throws IOException {
        var end = new RealProgram(folder).run("run", "--strict", "--needs", "gpu=512", "--", "true");
        assertThat(end.code()).isNotZero();
        assertThat(end.err()).contains("gpu 512");
    }
}
