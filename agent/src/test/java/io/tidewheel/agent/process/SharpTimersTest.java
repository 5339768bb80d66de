package io.tidewheel.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SharpTimersTest {
    @Test
    void aThreadIsWokenOnTimeOnlyForAsLongAsItAsksForIt() throws IOException {
        assumeTrue(LinuxCalls.Availability.problem().isEmpty(), "calls of Linux are not available here");
        var before = slack();
        try (var _ = SharpTimers.open()) {
            assertThat(slack()).isEqualTo("1");
        }
        assertThat(slack()).isEqualTo(before).isNotEqualTo("1");
    }

    /** Linux shows it for threads by their numbers, as if they were processes. */
    private static String slack() throws IOException {
        var thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
        return Files.readString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"))
                .strip();
    }
}
