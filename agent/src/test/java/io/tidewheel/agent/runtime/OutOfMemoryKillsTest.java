package io.tidewheel.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutOfMemoryKillsTest {
    @TempDir
    Path folder;

    @Test
    void eachKillExplainsOneDeath() throws Exception {
        setCount(3);
        var kills = new OutOfMemoryKills(Optional.of(file()));
        assertThat(kills.explainsOne()).as("those before our time are not ours").isFalse();
        setCount(5);
        assertThat(kills.explainsOne()).isTrue();
        assertThat(kills.explainsOne()).isTrue();
        assertThat(kills.explainsOne()).isFalse();
    }

    @Test
    void withoutACounterNothingIsExplained() {
        assertThat(new OutOfMemoryKills(Optional.empty()).explainsOne()).isFalse();
        assertThat(new OutOfMemoryKills(Optional.of(file())).explainsOne()).isFalse();
    }

    private Path file() {
        return folder.resolve("memory.events");
    }

    private void setCount(int kills) throws IOException {
        Files.writeString(file(), "low 0\nhigh 0\nmax 7\noom 9\noom_kill " + kills + "\n");
    }
}
