package io.tidewheel.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.RunId;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneReasonTest {
    private static final WhyWaiting BUSY = new WhyWaiting.SuitableAgentsBusy(1, 1, 0);
    private static final WhyWaiting MISSING =
            new WhyWaiting.NoAgentOffers(Capabilities.of("gpu"), Capabilities.of("gpu"), 1);

    private static LaneReason lane(int number, WhyWaiting why) {
        return new LaneReason(new LaneId(new RunId(1), number), why);
    }

    @Test
    void whatSomebodyMustDoSomethingAboutComesBeforeWhatPassesByItself() {
        assertThat(LaneReason.gravest(List.of(lane(0, BUSY), lane(1, MISSING), lane(2, BUSY))))
                .contains(lane(1, MISSING));
    }

    @Test
    void ofLanesThatWaitForTheSameItIsTheFirst() {
        assertThat(LaneReason.gravest(List.of(lane(3, BUSY), lane(4, BUSY)))).contains(lane(3, BUSY));
        assertThat(LaneReason.gravest(List.of())).isEmpty();
    }
}
