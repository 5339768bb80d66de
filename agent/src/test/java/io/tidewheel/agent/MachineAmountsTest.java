package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Amounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineAmountsTest {
    private static final long GIB = 1L << 30;

    @TempDir
    Path root;

    private void file(String path, String text) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private MachineAmounts detect() {
        return MachineAmounts.detect(root, 8, Map.of());
    }

    @Test
    void processorsMemoryAndGpusAreFound() throws IOException {
        file("proc/meminfo", "MemTotal:       16777216 kB\nMemFree:         1 kB\n");
        file("dev/nvidia0", "");
        file("dev/nvidia1", "");
        file("dev/nvidiactl", "");
        assertThat(detect()).isEqualTo(new MachineAmounts(new Amounts(8_000, 16 * GIB, 2), List.of("0", "1")));
    }

    @Test
    void gpusAreAlsoFoundByTheirDriver() throws IOException {
        file("proc/driver/nvidia/gpus/0000:01:00.0/information", "Model: some");
        assertThat(detect().gpus()).containsExactly("0");
    }

    @Test
    void theMemoryIsThatOfTheControlGroupIfThatIsLess() throws IOException {
        file("proc/meminfo", "MemTotal:       16777216 kB\n");
        file("sys/fs/cgroup/memory.max", "max\n");
        assertThat(detect().amounts().memoryBytes()).isEqualTo(16 * GIB);
        file("sys/fs/cgroup/memory.max", GIB + "\n");
        assertThat(detect().amounts().memoryBytes()).isEqualTo(GIB);
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", GIB / 2 + "\n");
        assertThat(detect().amounts().memoryBytes()).isEqualTo(GIB / 2);
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertThat(detect().amounts().memoryBytes()).isEqualTo(GIB);
    }

    @Test
    void whatCannotBeSeenHasNoLimitButThereAreNoGpus() {
        assertThat(detect().amounts()).isEqualTo(new Amounts(8_000, Long.MAX_VALUE, 0));
    }

    @Test
    void gpusThatTheEnvironmentHidesAreNotOffered() throws IOException {
        for (int i = 0; i < 4; i++) file("dev/nvidia" + i, "");
        assertThat(MachineAmounts.detect(root, 1, Map.of("CUDA_VISIBLE_DEVICES", "1,3"))
                        .gpus())
                .containsExactly("1", "3");
        assertThat(MachineAmounts.detect(root, 1, Map.of("CUDA_VISIBLE_DEVICES", "-1"))
                        .amounts()
                        .gpus())
                .isZero();
    }

    @Test
    void whatIsStatedCountsBeforeWhatWasFound() throws IOException {
        for (int i = 0; i < 4; i++) file("dev/nvidia" + i, "");
        var found = detect();
        assertThat(found.stating(Amounts.parse("gpu=2", found.amounts())))
                .isEqualTo(new MachineAmounts(new Amounts(8_000, Long.MAX_VALUE, 2), List.of("0", "1")));
        assertThat(found.stating(Amounts.parse("gpu=6,cpu=1", found.amounts())).amounts())
                .isEqualTo(new Amounts(1_000, Long.MAX_VALUE, 6));
    }

    @Test
    void agentsThatShareAMachineHaveTogetherWhatItHas() throws IOException {
        file("proc/meminfo", "MemTotal:       2097152 kB\n");
        for (int i = 0; i < 3; i++) file("dev/nvidia" + i, "");
        var found = detect();
        assertThat(found.share(1, 2)).isEqualTo(new MachineAmounts(new Amounts(4_000, GIB, 2), List.of("0", "2")));
        assertThat(found.share(2, 2)).isEqualTo(new MachineAmounts(new Amounts(4_000, GIB, 1), List.of("1")));
        assertThat(found.share(1, 1)).isEqualTo(found);
    }

    @Test
    void agentsThatShareAMachineHaveWholeCoresAndAtLeastOne() {
        var three = new MachineAmounts(new Amounts(3_000, GIB, 0), List.of());
        assertThat(List.of(three.share(1, 2), three.share(2, 2)))
                .extracting(share -> share.amounts().milliCpus())
                .containsExactly(2_000L, 1_000L);
        assertThat(three.share(4, 4).amounts().milliCpus()).isEqualTo(1_000);
    }
}
