package io.tidewheel.server.endpoints.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.engine.Assignment;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRecord;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AgentWireCodecTest {
    @Test
    void onlyWhereNothingBeginsWithTheEndOfAChainMayItsReportWait() {
        assertThat(isUnhurried(RunKind.TASKS)).isTrue();
        assertThat(isUnhurried(RunKind.WORKFLOW)).isFalse();
        assertThat(isUnhurried(RunKind.JOB)).isFalse();
    }

    private static boolean isUnhurried(RunKind kind) {
        var run = new RunId(1);
        var lane = new LaneRecord(new LaneId(run, 0), LaneSpec.PLAIN, LaneTotals.ZERO);
        var assignment =
                new Assignment(lane, kind, "run", "ada", new ChainId(run, 0), 1, "", Payload.NONE, Duration.ZERO);
        return AgentWireCodec.lane(assignment).getUnhurried();
    }
}
