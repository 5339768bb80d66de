package io.tidewheel.autoscaling.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Setup;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ObservationDigestTest {
    private static final Instant NOON = Instant.parse("2026-11-17T12:00:00Z");
    private static final SeenLane WAITING = new SeenLane(
            new LaneId(new RunId(1), 0),
            new Owner("ada"),
            0,
            NOON,
            Optional.empty(),
            Capabilities.NONE,
            "render",
            5,
            List.of());
    private static final Observation.SeenMachine BOOTING = new Observation.SeenMachine(
            MachineRecord.intended(new MachineId("small-1"), Setup.of("small", Capabilities.NONE, 1), NOON, "test"),
            0,
            Optional.empty());
    private static final ObservationDigest GLANCE =
            new ObservationDigest(List.of(WAITING), Map.of(), List.of(BOOTING), List.of(0), List.of());

    @Test
    void whereNothingCanBeDoneTheAnswerHoldsLonger() {
        assertThat(GLANCE.holdsUntil(NOON, true, Optional.empty())).isEqualTo(NOON.plusSeconds(5));
        assertThat(GLANCE.holdsUntil(NOON, false, Optional.empty())).isEqualTo(NOON.plusSeconds(60));
    }

    @Test
    void butNotLongerThanUntilThereIsMoneyAgain() {
        assertThat(GLANCE.holdsUntil(NOON, false, Optional.of(NOON.plusSeconds(7))))
                .isEqualTo(NOON.plusSeconds(7));
    }
}
