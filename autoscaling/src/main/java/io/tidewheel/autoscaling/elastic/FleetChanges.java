package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.elastic.OwnerObservation.Reserved;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Purchase;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Release;
import io.tidewheel.model.Durations;
import io.tidewheel.model.Money;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Gathers what is to be bought and let go on the way from the machines that are there to those that should be. Money is counted exactly:
 * what was gathered never costs more than what was spendable.
 */
final class FleetChanges {
    /**
     * The order in which machines are let go: those that are paid for the shortest time first, then those that have been idle for
     * longest.
     */
    static final Comparator<Reserved> FIRST_TO_GO = Comparator.comparing(Reserved::paidUntil)
            .thenComparing(Reserved::since)
            .thenComparing(Reserved::id, FleetChanges::inOrder);

    private final OwnerObservation seen;
    private final int[] reserved;
    private final int[] free;
    private final List<Purchase> purchases = new ArrayList<>();
    private final List<Release> releases = new ArrayList<>();
    private Money spendable;
    private boolean systemIsShort;
    private boolean moneyIsShort;

    FleetChanges(OwnerObservation seen) {
        this.seen = seen;
        this.spendable = seen.spendable();
        this.reserved = new int[seen.types().size()];
        this.free = new int[reserved.length];
        Arrays.setAll(reserved, seen::reserved);
        Arrays.setAll(free, type -> seen.types().get(type).free());
    }

    int reserved(int type) {
        return reserved[type];
    }

    List<Purchase> purchases() {
        return purchases;
    }

    List<Release> releases() {
        return releases;
    }

    Money spendable() {
        return spendable;
    }

    boolean systemIsShort() {
        return systemIsShort;
    }

    boolean moneyIsShort() {
        return moneyIsShort;
    }

    /** Lets idle machines go, as long as there are more of their type than there should be; none before the time it is paid for is over. */
    void releaseDownTo(int[] targets, Duration ahead) {
        seen.machines().stream()
                .filter(machine -> machine.isIdle() && isPaidUp(machine, ahead))
                .sorted(FIRST_TO_GO)
                .forEach(machine -> {
                    if (reserved[machine.type()] > targets[machine.type()])
                        release(
                                machine,
                                "%d of type %s are enough, and it has been idle for %s"
                                        .formatted(
                                                targets[machine.type()],
                                                seen.types()
                                                        .get(machine.type())
                                                        .type()
                                                        .name(),
                                                Durations.format(idle(machine))));
                });
    }

    private Duration idle(Reserved machine) {
        var idle = Duration.between(machine.since(), seen.now());
        return idle.isNegative() ? Duration.ZERO : idle;
    }

    /** The time that a machine is paid for is over, or nearly so. */
    boolean isPaidUp(Reserved machine, Duration ahead) {
        return !machine.paidUntil().isAfter(seen.now().plus(ahead));
    }

    void release(Reserved machine, String why) {
        releases.add(new Release(machine.id(), why));
        reserved[machine.type()]--;
        if (!seen.releaseFrees()) return;
        free[machine.type()]++;
        spendable = spendable.plus(seen.types().get(machine.type()).charge());
    }

    /** Buys what is missing, one at a time, of each type in turn, the cheapest first. */
    void buyUpTo(int[] targets, String why) {
        var cheapestFirst = cheapestFirst();
        boolean more = true;
        while (more) {
            more = false;
            for (int type : cheapestFirst) more |= reserved[type] < targets[type] && buy(type, why);
        }
    }

    int[] cheapestFirst() {
        var order = new int[reserved.length];
        for (int type = 0; type < order.length; type++) {
            int place = type;
            for (; place > 0 && charge(order[place - 1]).compareTo(charge(type)) > 0; place--)
                order[place] = order[place - 1];
            order[place] = type;
        }
        return order;
    }

    private Money charge(int type) {
        return seen.types().get(type).charge();
    }

    /** Buys a machine, if the system has one and there is money for it. */
    boolean buy(int type, String why) {
        if (free[type] <= 0) {
            systemIsShort = true;
            return false;
        }
        var charge = charge(type);
        if (spendable.compareTo(charge) < 0) {
            moneyIsShort = true;
            return false;
        }
        spendable = spendable.minus(charge);
        free[type]--;
        reserved[type]++;
        purchases.add(new Purchase(type, why));
        return true;
    }

    boolean canAfford(int type) {
        return free[type] > 0 && spendable.compareTo(charge(type)) >= 0;
    }

    /** Names that end with numbers in the order of the numbers. */
    private static int inOrder(String one, String other) {
        return one.length() == other.length() ? one.compareTo(other) : Integer.compare(one.length(), other.length());
    }
}
