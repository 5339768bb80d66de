package io.tidewheel.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private static final ProgressNumbers HALF = new ProgressNumbers(1_000, 497, 2, 1, 3);

    @Test
    void aLineForTerminalsHasABarThatIsAsFullAsTheRunIsDone() {
        assertThat(ProgressLine.bar("run 7", HALF, 340, Optional.of(Duration.ofSeconds(90)), 100))
                .isEqualTo("run 7 " + "█".repeat(12) + "░".repeat(12)
                        + " 500/1,000 50%  failed 2  cancelled 1  retried 3  340/s  ETA 1m 30s");
    }

    @Test
    void aNarrowTerminalGetsTheNumbersAlone() {
        var line = ProgressLine.bar("run 7", HALF, 340, Optional.empty(), 40);
        assertThat(line).hasSizeLessThan(40).startsWith("run 7  500/1,000 50%");
    }

    @Test
    void aLineForLogsHasNoBar() {
        assertThat(ProgressLine.plain("run 7", new ProgressNumbers(10, 10, 0, 0, 0), 2.5, Optional.empty()))
                .isEqualTo("run 7: 10/10 100%  2.5/s");
    }

    @Test
    void thePaceIsThatOfTheLastSeconds() {
        var pace = new ProgressRate();
        pace.look(0, 0);
        assertThat(pace.perSecond()).isZero();
        assertThat(pace.untilDone(100)).isEmpty();
        for (int second = 1; second <= 20; second++)
            pace.look(second * 1_000_000_000L, second < 10 ? 0 : (second - 9) * 10L);
        assertThat(pace.perSecond()).isBetween(9.0, 11.1);
        assertThat(pace.untilDone(100).orElseThrow()).isBetween(Duration.ofSeconds(9), Duration.ofSeconds(12));
    }
}
