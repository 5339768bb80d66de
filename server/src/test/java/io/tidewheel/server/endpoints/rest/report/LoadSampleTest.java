package io.tidewheel.server.endpoints.rest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.engine.AgentView;
import io.tidewheel.engine.FleetStatus;
import io.tidewheel.engine.WorkCounts;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadSampleTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Owner ADA = new Owner("ada");
    private static final Owner BOB = new Owner("bob");
    private static final Setup GPU = Setup.of("gpu", Capabilities.of("gpu"), 3)
            .withAgents(1, Setup.Size.ofSlots(2))
            .withBilling(new Billing(Money.parse("0.5"), Duration.ofMinutes(30)));

    private static SeenLane lane(Owner owner, String requires, long ready, SeenLane.OnAgent... running) {
        return new SeenLane(
                new LaneId(new RunId(1), 0),
                owner,
                0,
                NOON,
                Optional.empty(),
                Capabilities.parse(requires),
                "k",
                ready,
                List.of(running));
    }

    private static AgentView agent(String name, int slots) {
        return new AgentView(
                new SessionId(slots),
                name,
                "host",
                Capabilities.NONE,
                slots,
                0,
                0,
                AgentState.IDLE,
                NOON,
                Duration.ZERO,
                0);
    }

    private static FleetStatus.Entry machine(String name, Owner owner) {
        return new FleetStatus.Entry(
                MachineRecord.intended(new MachineId(name), GPU, Optional.of(owner), NOON, "wanted"), 1, 1);
    }

    private static LoadSample seen(Instant at) {
        return LoadSample.of(
                at,
                new WorkCounts(2, 7, 0, 3, 2),
                List.of(agent("lasting", 4), agent("gpu-1", 2)),
                List.of(
                        lane(ADA, "gpu", 5, new SeenLane.OnAgent("gpu-1", 2, NOON)),
                        lane(BOB, "", 2, new SeenLane.OnAgent("lasting", 1, NOON))),
                List.of(machine("gpu-1", ADA)),
                List.of(GPU));
    }

    @Test
    void supplyAndDemandAreToldForEachOwnerAndEachSetup() {
        var load = seen(NOON);
        assertThat(load.slots()).isEqualTo(6);
        assertThat(load.most()).as("4 that last, and 3 machines with 2").isEqualTo(10);
        assertThat(load.costPerHour()).isEqualTo(1);
        assertThat(load.owners().get(ADA)).isEqualTo(new LoadSample.SlotDemand(7, 2));
        assertThat(load.owners().get(BOB)).as("a slot of somebody else's").isEqualTo(new LoadSample.SlotDemand(3, 1));
        assertThat(load.setups().get("gpu"))
                .as("bob's work could be done there too")
                .isEqualTo(new LoadSample.SlotDemand(9, 2));
    }

    @Test
    void elasticityIsThatOfTheTimeBetweenTheLooks() {
        var measured = LoadSample.elasticity(List.of(seen(NOON), seen(NOON.plusSeconds(10))), ADA);
        assertThat(measured.under()).isCloseTo(0.5, within(1e-9));
        assertThat(measured.underTime()).isEqualTo(1);
        assertThat(measured.over()).isZero();
    }
}
