package io.tidewheel.server.endpoints.rest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineUse;
import io.tidewheel.model.Money;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunCostTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final RunId MINE = new RunId(1);
    private static final RunId OTHER = new RunId(2);
    private static final Setup SETUP =
            Setup.of("small", Capabilities.NONE, 3).withBilling(new Billing(Money.parse("2"), Duration.ofMinutes(1)));

    private static MachineRecord machine(String name, Instant from) {
        return MachineRecord.intended(new MachineId(name), SETUP, from, "it was wanted");
    }

    private static MachineUse use(String machine, long period, RunId run, int seconds) {
        return new MachineUse(new MachineId(machine), period, run, Duration.ofSeconds(seconds));
    }

    @Test
    void aRunPaysItsPartOfEachTimeAndOfIdleOnesAfterIt() {
        var used = List.of(
                new RunCost.Used(
                        machine("a", NOON),
                        List.of(use("a", 0, MINE, 30), use("a", 0, OTHER, 30), use("a", 1, MINE, 5))),
                new RunCost.Used(machine("b", NOON.plusSeconds(60)), List.of(use("b", 0, MINE, 10))));
        var cost = RunCost.of(MINE, used, NOON.plusSeconds(150), false);
        // a: 1 of 2, then 2, then 2 idle; b: 2, then 2 idle.
        assertThat(cost.amount()).isEqualTo(Money.parse("9"));
        assertThat(cost.idle()).isEqualTo(Money.parse("4"));
        assertThat(cost.machines())
                .extracting(part -> part.machine().id().name())
                .containsExactly("a", "b");
        assertThat(cost.machines().getFirst().used()).isEqualTo(Duration.ofSeconds(35));
        assertThat(cost.payments())
                .containsExactly(
                        new RunCost.Payment(NOON, Money.parse("1")),
                        new RunCost.Payment(NOON.plusSeconds(60), Money.parse("4")),
                        new RunCost.Payment(NOON.plusSeconds(120), Money.parse("4")));
        assertThat(cost.perInterval(NOON.plusSeconds(10), Duration.ofMinutes(2)))
                .containsExactly(
                        new RunCost.Payment(NOON.minusSeconds(110), Money.parse("1")),
                        new RunCost.Payment(NOON.plusSeconds(10), Money.parse("8")));
    }

    @Test
    void whoUsedNothingPaysNothing() {
        var cost = RunCost.of(MINE, List.of(), NOON, false);
        assertThat(cost.amount()).isEqualTo(Money.ZERO);
        assertThat(cost.payments()).isEmpty();
        assertThat(cost.perInterval(NOON, Duration.ofHours(1))).isEmpty();
    }
}
