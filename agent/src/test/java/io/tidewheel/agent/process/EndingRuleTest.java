package io.tidewheel.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.agent.process.EndingRule.Step;
import io.tidewheel.agent.process.ProcessEnd.Cause;
import io.tidewheel.agent.process.RunningProcess.Urgency;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EndingRuleTest {

    /** Close to the overflow of the clock, where wrong arithmetic shows. */
    private static final long START = Long.MAX_VALUE - 5_000;

    private static final ProcessLimits NANOS = ProcessLimits.NONE.withGrace(Duration.ofNanos(100));

    @Test
    void withoutLimitsItWaitsForEver() {
        var ending = new EndingRule(ProcessLimits.NONE, START);
        assertThat(ending.step(START + 1_000_000, null)).isEqualTo(Step.WAIT);
        assertThat(ending.patience(START + 1_000_000)).isEqualTo(Long.MAX_VALUE);
        assertThat(ending.cause()).isEqualTo(Cause.ITSELF);
    }

    @Test
    void tooLongARunIsTerminatedThenKilled() {
        var ending = new EndingRule(NANOS.withMaxRuntime(Duration.ofNanos(1000)), START);
        assertThat(ending.step(START + 999, null)).isEqualTo(Step.WAIT);
        assertThat(ending.patience(START + 999)).isEqualTo(1);
        assertThat(ending.step(START + 1000, null)).isEqualTo(Step.TERMINATE);
        assertThat(ending.isTerminating()).isTrue();
        assertThat(ending.patience(START + 1040)).isEqualTo(60);
        assertThat(ending.step(START + 1099, null)).isEqualTo(Step.WAIT);
        assertThat(ending.step(START + 1100, null)).isEqualTo(Step.KILL);
        assertThat(ending.step(START + 9000, null)).isEqualTo(Step.WAIT);
        assertThat(ending.patience(START + 9000)).isEqualTo(Long.MAX_VALUE);
        assertThat(ending.cause()).isEqualTo(Cause.MAX_RUNTIME);
    }

    @Test
    void outputPutsOffTheEndForSilence() {
        var ending = new EndingRule(NANOS.withMaxInactivity(Duration.ofNanos(500)), START);
        ending.outputSeen(START + 400);
        assertThat(ending.step(START + 899, null)).isEqualTo(Step.WAIT);
        assertThat(ending.patience(START + 800)).isEqualTo(100);
        ending.outputSeen(START + 899);
        assertThat(ending.step(START + 1398, null)).isEqualTo(Step.WAIT);
        assertThat(ending.step(START + 1399, null)).isEqualTo(Step.TERMINATE);
        assertThat(ending.cause()).isEqualTo(Cause.MAX_INACTIVITY);
    }

    @Test
    void outputDoesNotPutOffTheLimitOfTheRun() {
        var limits = NANOS.withMaxInactivity(Duration.ofNanos(500)).withMaxRuntime(Duration.ofNanos(600));
        var ending = new EndingRule(limits, START);
        ending.outputSeen(START + 590);
        assertThat(ending.patience(START + 590)).isEqualTo(10);
        assertThat(ending.step(START + 600, null)).isEqualTo(Step.TERMINATE);
        assertThat(ending.cause()).isEqualTo(Cause.MAX_RUNTIME);
    }

    @Test
    void aRequestIsPoliteOnce() {
        var ending = new EndingRule(NANOS, START);
        assertThat(ending.step(START, Urgency.POLITE)).isEqualTo(Step.TERMINATE);
        assertThat(ending.step(START + 50, Urgency.POLITE)).isEqualTo(Step.WAIT);
        assertThat(ending.step(START + 60, Urgency.AT_ONCE)).isEqualTo(Step.KILL);
        assertThat(ending.cause()).isEqualTo(Cause.REQUEST);
    }

    @Test
    void theFirstCauseIsKept() {
        var ending = new EndingRule(NANOS.withMaxRuntime(Duration.ofNanos(10)), START);
        assertThat(ending.step(START + 10, null)).isEqualTo(Step.TERMINATE);
        assertThat(ending.step(START + 11, Urgency.AT_ONCE)).isEqualTo(Step.KILL);
        assertThat(ending.cause()).isEqualTo(Cause.MAX_RUNTIME);
    }

    @Test
    void withoutGraceTheKillFollowsAtOnce() {
        var ending = new EndingRule(NANOS.withGrace(Duration.ZERO), START);
        assertThat(ending.step(START, Urgency.POLITE)).isEqualTo(Step.TERMINATE);
        assertThat(ending.patience(START)).isZero();
        assertThat(ending.step(START, Urgency.POLITE)).isEqualTo(Step.KILL);
    }

    @Test
    void limitsBeyondTheClockAreNoLimits() {
        var ending = new EndingRule(NANOS.withMaxRuntime(Duration.ofDays(365_000)), START);
        assertThat(ending.patience(START)).isEqualTo(Long.MAX_VALUE);
    }
}
