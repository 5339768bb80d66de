package io.tidewheel.autoscaling.elastic;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final Instant NOON = OwnerStage.NOON;
    private static final MachineRecord MACHINE = MachineRecord.intended(
            new MachineId("m-1"),
            Setup.of("small", Capabilities.NONE, 4)
                    .withBilling(new Billing(OwnerStage.money(1), Duration.ofMinutes(1))),
            NOON,
            "work waits");

    @Test
    void runsShareWhatTheyUsedTogether() {
        var entries = Ledger.of(MACHINE, List.of(use(0, 1, 10), use(0, 2, 30)), NOON.plusSeconds(59));
        assertThat(entries)
                .extracting(Ledger.Entry::run, Ledger.Entry::amount, Ledger.Entry::idle)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple(Optional.of(new RunId(1)), OwnerStage.money(0.25), false),
                        org.assertj.core.api.Assertions.tuple(
                                Optional.of(new RunId(2)), OwnerStage.money(0.75), false));
    }

    @Test
    void idleTimesArePaidByWhoeverUsedTheMachineLast() {
        var gone = MACHINE.destroying(NOON, "", false).gone(NOON.plusSeconds(240));
        var entries = Ledger.of(gone, List.of(use(1, 5, 1), use(3, 6, 1)), NOON.plusSeconds(9_999));
        assertThat(entries)
                .extracting(entry -> entry.run().orElseThrow().number())
                .containsExactly(5L, 5L, 5L, 6L);
        assertThat(entries).extracting(Ledger.Entry::idle).containsExactly(true, false, true, false);
    }

    @Test
    void aMachineThatNobodyUsedIsPaidByNoRun() {
        assertThat(Ledger.of(MACHINE, List.of(), NOON.plusSeconds(60)))
                .hasSize(2)
                .allSatisfy(entry -> assertThat(entry.run()).isEmpty());
    }

    @Test
    void nothingIsLostByRounding() {
        for (long seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var uses = new ArrayList<MachineUse>();
            for (int run = 1; run <= 1 + random.nextInt(9); run++)
                uses.add(use(random.nextInt(4), run, 1 + random.nextInt(50)));
            var sum = Ledger.of(MACHINE, uses, NOON.plusSeconds(200)).stream()
                    .map(Ledger.Entry::amount)
                    .reduce(Money.ZERO, Money::plus);
            assertThat(sum).as("seed %d", seed).isEqualTo(OwnerStage.money(4));
        }
    }

    private static MachineUse use(long period, long run, long seconds) {
        return new MachineUse(MACHINE.id(), period, new RunId(run), Duration.ofSeconds(seconds));
    }
}
