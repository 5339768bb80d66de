package io.tidewheel.simulation.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Ended;
import io.tidewheel.autoscaling.elastic.TaskPlacement;
import io.tidewheel.model.MachineState.Supply;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A user: open workflows, reserved machines, and what the policy remembers. */
final class SimUser {
    private record What(String kind, int type) {}

    private record Sum(long count, double seconds) {}

    private record Gone(long paidUntil, double price) {}

    final int number;
    final Owner owner;
    final Money budget;
    final UserMeter meter;
    final Map<String, OpenWorkflow> open = new LinkedHashMap<>();
    final Map<String, SimMachine> machines = new LinkedHashMap<>();
    /** How many of each type were the user's at some time in this interval. */
    final int[] reservedLately;

    private final Map<What, Sum> ended = new LinkedHashMap<>();
    private final List<Gone> gone = new ArrayList<>();
    PolicyMemory memory = PolicyMemory.NONE;
    TaskDispatch dispatch;
    boolean settling;

    SimUser(int number, Money budget, int types, UserMeter meter) {
        this.number = number;
        this.owner = ownerOf(number);
        this.budget = budget;
        this.meter = meter;
        this.reservedLately = new int[types];
        this.dispatch = new SchedulerDispatch(owner);
    }

    static Owner ownerOf(int user) {
        return new Owner("user-" + (user + 1));
    }

    void ended(String kind, int type, double seconds) {
        ended.merge(
                new What(kind, type),
                new Sum(1, seconds),
                (one, other) -> new Sum(one.count + other.count, one.seconds + other.seconds));
    }

    List<Ended> takeEnded() {
        var taken = new ArrayList<Ended>(ended.size());
        ended.forEach((what, sum) -> taken.add(new Ended(what.kind, what.type, sum.count, sum.seconds)));
        ended.clear();
        return taken;
    }

    /** Tasks find machines as this says from now on. */
    void follow(TaskPlacement wanted, VirtualTime time, RandomGenerator random) {
        if (wanted instanceof TaskPlacement.InOrder) {
            if (dispatch instanceof PlacerDispatch) use(new SchedulerDispatch(owner));
        } else if (dispatch instanceof PlacerDispatch placer) {
            placer.follow(wanted);
        } else {
            use(new PlacerDispatch(wanted, time, random));
        }
    }

    private void use(TaskDispatch other) {
        dispatch = other;
        open.values().forEach(dispatch::arrived);
        for (var machine : machines.values()) if (machine.supply == Supply.IDLE) dispatch.idle(machine);
    }

    /** A machine that goes before its time is over has cost the money of all of it. */
    void paidAhead(SimMachine machine, double price, long now) {
        if (machine.paidUntil > now) gone.add(new Gone(machine.paidUntil, price));
    }

    /** What machines have cost that are gone, and whose time is not over. */
    double paidAhead(long now) {
        gone.removeIf(each -> each.paidUntil <= now);
        return gone.stream().mapToDouble(Gone::price).sum();
    }
}
