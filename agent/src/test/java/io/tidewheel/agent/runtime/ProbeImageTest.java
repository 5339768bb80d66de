package io.tidewheel.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeImageTest {
    @TempDir
    Path folder;

    @Test
    void itsProgramRunsOnThisMachineWithoutAnythingBesideIt() throws Exception {
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && ProbeImage.ofThisMachine().isPresent(),
                "it is a program for Linux on amd64 and aarch64");
        ProbeImage.ofThisMachine().orElseThrow().writeFolder(folder);
        var process = new ProcessBuilder(folder.resolve(ProbeImage.PROGRAM).toString()).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(ProbeImage.LINE);
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void anArchiveOfItIsOneThatTarUnderstands() throws Exception {
        var archive = folder.resolve("image.tar");
        var image = ProbeImage.of("aarch64").orElseThrow();
        image.writeArchive(archive);
        var process = new ProcessBuilder("tar", "-xf", archive.toString(), "-C", folder.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(process.waitFor()).isZero();
        assertThat(folder.resolve(ProbeImage.PROGRAM)).hasBinaryContent(image.program());
        assertThat(Files.isExecutable(folder.resolve(ProbeImage.PROGRAM))).isTrue();
    }

    @Test
    void instructionsForTheOtherProcessorAreThoseThatWereSeenToRun() {
        var code =
                HexFormat.of().formatHex(ProbeImage.of("aarch64").orElseThrow().program(), 120, 152);
        assertThat(code).isEqualTo("080880d2200080d2c1000010020280d2010000d4a80b80d2000080d2010000d4");
        assertThat(ProbeImage.of("riscv64")).isEmpty();
    }
}
