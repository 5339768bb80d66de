package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import io.tidewheel.model.CountedNoun;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/**
 * TaScaaS's hint: in one interval it counts what is queued and what was handed out, then says which part of all slots there should be, and
 * lets the fleet settle for an interval before it counts again. Takes the cheapest type that can be had.
 */
public record CapacityHint() implements OwnerPolicy {
    /**
     * Where the hint stands.
     *
     * @param resumed when counting began
     * @param settling whether the fleet is being given time
     * @param dispatched tasks handed out since counting began
     * @param running tasks that ran at the last look
     * @param slots what it said last
     */
    public record Phase(Instant resumed, boolean settling, long dispatched, long running, long slots)
            implements PolicyMemory {}

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        var changes = new FleetChanges(seen);
        var before = seen.memory() instanceof Phase known
                ? known
                : new Phase(seen.now().minus(seen.interval()), false, 0, 0, QueueCounts.slots(seen, changes));
        var phase = next(before, seen, QueueCounts.slots(seen, changes));
        adjust(seen, changes, phase.slots);
        var limit = changes.moneyIsShort()
                ? Limit.BUDGET
                : changes.systemIsShort() ? Limit.SYSTEM : seen.workflows().isEmpty() ? Limit.NO_WORK : Limit.DEMAND;
        return new OwnerPlan(
                Arrays.stream(QueueCounts.reserved(seen, changes)).boxed().toList(),
                changes.purchases(),
                changes.releases(),
                limit,
                CountedNoun.are(phase.slots, "slot") + " needed",
                new TaskPlacement.InOrder(),
                phase);
    }

    private static Phase next(Phase before, OwnerObservation seen, long slots) {
        long running = QueueCounts.running(seen);
        long ended =
                seen.ended().stream().mapToLong(OwnerObservation.Ended::count).sum();
        // While the fleet settles, what is handed out says nothing about what will be needed.
        long dispatched =
                before.settling ? before.dispatched : before.dispatched + Math.max(0, ended + running - before.running);
        var age = Duration.between(before.resumed, seen.now());
        if (before.settling) {
            boolean over = age.compareTo(seen.interval().multipliedBy(2)) >= 0;
            return over
                    ? new Phase(seen.now(), false, 0, running, before.slots)
                    : new Phase(before.resumed, true, dispatched, running, before.slots);
        }
        if (age.compareTo(seen.interval()) < 0)
            return new Phase(before.resumed, false, dispatched, running, before.slots);
        double need = need(dispatched, QueueCounts.length(seen), slots);
        return new Phase(before.resumed, true, 0, running, (long) Math.ceil(need - DemandCorrection.EPSILON));
    }

    /** How many slots there should be, by what was handed out, what is queued, and what there is. */
    static double need(long dispatched, long queued, long active) {
        if (dispatched == 0) return queued == 0 ? Math.max(0.8 * active, 1) : (double) active + queued;
        if (queued * 10 <= active) return dispatched > active ? Math.max(0.7 * active, 1) : active;
        double ratio = (double) queued / dispatched;
        // Something waits: whoever has lost all slots needs one.
        return Math.max(1, ratio > 0.10 ? active * (1 + ratio) : active);
    }

    private static void adjust(OwnerObservation seen, FleetChanges changes, long slots) {
        while (QueueCounts.slots(seen, changes) < slots
                && QueueCounts.buyCheapest(changes, CountedNoun.are(slots, "slot") + " needed")) {}
        seen.machines().stream()
                .filter(machine -> machine.isIdle() && changes.isPaidUp(machine, Duration.ZERO))
                .sorted(FleetChanges.FIRST_TO_GO)
                .forEach(machine -> {
                    int each = seen.types().get(machine.type()).type().slots();
                    if (QueueCounts.slots(seen, changes) - each >= slots)
                        changes.release(machine, CountedNoun.are(slots, "slot") + " enough");
                });
    }
}
