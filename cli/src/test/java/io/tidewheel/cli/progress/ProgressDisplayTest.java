package io.tidewheel.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressDisplayTest {
    @TempDir
    Path folder;

    @Test
    void whatWasDoneBeforeWeLookedIsNoSpeed() {
        var err = new ByteArrayOutputStream();
        var console = new UserSession(folder).console(new ByteArrayOutputStream(), err);
        ProgressDisplay.show(console, "run 1", () -> new ProgressNumbers(1_000, 900, 0, 0, 0))
                .close();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("900/1,000").doesNotContain("/s");
    }
}
