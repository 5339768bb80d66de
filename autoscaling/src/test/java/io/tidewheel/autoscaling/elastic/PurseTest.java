package io.tidewheel.autoscaling.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.autoscaling.elastic.Purse.Bought;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PurseTest {
    private static final Instant NOON = OwnerStage.NOON;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Billing ONE = new Billing(OwnerStage.money(1), MINUTE);

    @Test
    void aMachineCostsAtItsBeginningAndAgainWheneverItsTimeIsOver() {
        assertThat(count(ONE, NOON, NOON.plusSeconds(60))).isEqualTo(1);
        assertThat(count(ONE, NOON, NOON.plusSeconds(61))).isEqualTo(2);
        assertThat(count(ONE, NOON, NOON.plusSeconds(180))).isEqualTo(3);
        assertThat(count(ONE, NOON, NOON)).isEqualTo(1);
        assertThat(MachineCharges.paidUntil(ONE, NOON, NOON.plusSeconds(59))).isEqualTo(NOON.plusSeconds(60));
        assertThat(MachineCharges.paidUntil(ONE, NOON, NOON.plusSeconds(60))).isEqualTo(NOON.plusSeconds(120));
        assertThat(MachineCharges.paidEnd(ONE, NOON, NOON.plusSeconds(60))).isEqualTo(NOON.plusSeconds(60));
        assertThat(MachineCharges.paidEnd(ONE, NOON, NOON.plusSeconds(61))).isEqualTo(NOON.plusSeconds(120));
    }

    private static long count(Billing billing, Instant from, Instant gone) {
        return MachineCharges.count(billing, from, gone, Instant.MIN, NOON.plus(Duration.ofDays(1)));
    }

    @Test
    void aClockThatJumpsBackFreesNothing() {
        var purse = new Purse(OwnerStage.money(2), MINUTE);
        var there = List.of(new Bought(ONE, NOON, Optional.empty()));
        assertThat(purse.spendable(there, NOON.minusSeconds(3_600))).isEqualTo(OwnerStage.money(1));
        assertThat(MachineCharges.paidUntil(ONE, NOON, NOON.minusSeconds(10))).isEqualTo(NOON.plusSeconds(60));
    }

    @Test
    void aMachineThatDiedIsPaidForAllTheSame() {
        var purse = new Purse(OwnerStage.money(2), MINUTE);
        var dead = List.of(new Bought(ONE, NOON, Optional.of(NOON.plusSeconds(1))));
        assertThat(purse.spendable(dead, NOON.plusSeconds(2))).isEqualTo(OwnerStage.money(1));
        assertThat(purse.spendable(dead, NOON.plusSeconds(60))).isEqualTo(OwnerStage.money(2));
    }

    @Test
    void aMachineThatWasGoneJustWhenItWasToBePaidAgainMayHaveBeenPaid() {
        var purse = new Purse(OwnerStage.money(2), MINUTE);
        var gone = List.of(new Bought(ONE, NOON, Optional.of(NOON.plusSeconds(60))));
        assertThat(purse.spendable(gone, NOON.plusSeconds(61))).isEqualTo(OwnerStage.money(1));
        assertThat(purse.spendable(gone, NOON.plusSeconds(120))).isEqualTo(OwnerStage.money(2));
    }

    @Test
    void itIsKnownWhenMoneyThatWasSpentComesBack() {
        var purse = new Purse(OwnerStage.money(2), MINUTE);
        var kept = new Bought(ONE, NOON.minusSeconds(30), Optional.empty());
        var first = new Bought(ONE, NOON, Optional.of(NOON.plusSeconds(50)));
        var twice = new Bought(
                new Billing(OwnerStage.money(1), Duration.ofSeconds(25)), NOON.minusSeconds(30), Optional.of(NOON));
        assertThat(purse.nextRelief(List.of(kept), NOON.plusSeconds(55))).isEmpty();
        assertThat(purse.nextRelief(List.of(kept, first), NOON.plusSeconds(55))).contains(NOON.plusSeconds(60));
        assertThat(purse.nextRelief(List.of(first, twice), NOON.plusSeconds(10)))
                .contains(NOON.plusSeconds(30));
        assertThat(purse.nextRelief(List.of(first, twice), NOON.plusSeconds(40)))
                .contains(NOON.plusSeconds(55));
        assertThat(purse.nextRelief(List.of(first, twice), NOON.plusSeconds(60)))
                .isEmpty();
    }

    @Test
    void lessIsTakenAtThatVeryMoment() {
        var random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            var interval = Duration.ofSeconds(1 + random.nextInt(100));
            var purse = new Purse(OwnerStage.money(1_000), interval);
            var gone = new ArrayList<Bought>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                var from = NOON.plusSeconds(random.nextInt(100));
                var billing = new Billing(OwnerStage.money(1), Duration.ofSeconds(1 + random.nextInt(50)));
                gone.add(new Bought(billing, from, Optional.of(from.plusSeconds(random.nextInt(100)))));
            }
            var now = NOON.plusSeconds(200);
            var taken = purse.committed(gone, now);
            var relief = purse.nextRelief(gone, now);
            assertThat(relief.isPresent()).isEqualTo(!taken.isZero());
            if (relief.isEmpty()) continue;
            assertThat(purse.committed(gone, relief.get().minusNanos(1))).isEqualTo(taken);
            assertThat(purse.committed(gone, relief.get())).isLessThan(taken);
        }
    }

    @Test
    void aMachineThatIsPaidMoreOftenTakesMoreOfTheBudget() {
        var often = new Billing(OwnerStage.money(1), Duration.ofSeconds(25));
        assertThat(MachineCharges.most(often, MINUTE)).isEqualTo(OwnerStage.money(3));
        assertThat(MachineCharges.most(new Billing(OwnerStage.money(7), Duration.ofHours(1)), MINUTE))
                .isEqualTo(OwnerStage.money(7));
    }

    @Test
    void aBudgetThatWasLoweredLeavesNothing() {
        var there = List.of(new Bought(ONE, NOON, Optional.empty()), new Bought(ONE, NOON, Optional.empty()));
        assertThat(new Purse(OwnerStage.money(1), MINUTE).spendable(there, NOON))
                .isEqualTo(Money.ZERO);
    }

    /** Machines of all prices and payment times are bought whenever there is money, and go or die at any moment. */
    @Test
    void inNoTimeAsLongAsAnIntervalMoreIsPaidThanTheBudget() {
        for (long seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            var purse = new Purse(
                    OwnerStage.money(1 + random.nextInt(30)), Duration.ofMillis(1_000 + random.nextInt(100_000)));
            var machines = live(purse, random);
            for (var machine : machines) assertWindowFrom(purse, machines, machine, seed);
        }
    }

    private static List<Bought> live(Purse purse, Random random) {
        var machines = new ArrayList<Bought>();
        var now = NOON;
        for (int step = 0; step < 120; step++) {
            now = now.plusMillis(random.nextInt(20_000));
            var billing = new Billing(
                    OwnerStage.money(1 + random.nextInt(8)), Duration.ofMillis(500 + random.nextInt(150_000)));
            var spendable = purse.spendable(machines, now);
            if (MachineCharges.most(billing, purse.interval()).compareTo(spendable) <= 0)
                machines.add(new Bought(billing, now, Optional.empty()));
            int victim = random.nextInt(machines.size() + 1);
            if (victim < machines.size() && machines.get(victim).gone().isEmpty() && random.nextInt(3) > 0)
                machines.set(
                        victim,
                        new Bought(
                                machines.get(victim).billing(),
                                machines.get(victim).from(),
                                Optional.of(now)));
        }
        return machines;
    }

    /** Sums are largest in times that end with a payment. */
    private static void assertWindowFrom(Purse purse, List<Bought> machines, Bought payer, long seed) {
        for (int times = 0; times < 5; times++) {
            var end = payer.from().plus(payer.billing().interval().multipliedBy(times));
            var sum = Money.ZERO;
            for (var machine : machines) {
                long count = MachineCharges.count(
                        machine.billing(),
                        machine.from(),
                        machine.gone().orElse(Instant.parse("2030-01-01T00:00:00Z")),
                        end.minus(purse.interval()),
                        end);
                sum = sum.plus(machine.billing().pricePerInterval().times(count));
            }
            assertThat(sum).as("seed %d", seed).isLessThanOrEqualTo(purse.budget());
        }
    }
}
