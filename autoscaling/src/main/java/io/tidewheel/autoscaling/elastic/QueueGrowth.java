package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import io.tidewheel.model.CountedNoun;
import java.time.Duration;
import java.util.Arrays;

/**
 * CloudKon's provisioner: one more machine whenever the queue has grown by more than a threshold since the last look. A machine ends itself
 * when it has been idle for a while and the time that is paid for it is nearly over. Takes the cheapest type that can be had. Growth for which no
 * machine could be had is remembered; and where there is no machine at all, the whole queue has grown, however short it is if it was there before.
 *
 * @param threshold by how many tasks the queue must have grown
 * @param idleFor how long a machine must have been idle before it may end
 * @param beforeRenewal how near to its next payment a machine must be to end
 */
public record QueueGrowth(long threshold, Duration idleFor, Duration beforeRenewal) implements OwnerPolicy {
    /** How long the queue was. */
    public record Length(long tasks) implements PolicyMemory {}

    public QueueGrowth {
        if (threshold < 0) throw new IllegalArgumentException("threshold is not negative, but " + threshold);
        if (idleFor.isNegative() || beforeRenewal.isNegative())
            throw new IllegalArgumentException("idleFor and beforeRenewal are not negative");
    }

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        long length = QueueCounts.length(seen);
        var changes = new FleetChanges(seen);
        boolean hasMachines = Arrays.stream(QueueCounts.reserved(seen, changes)).sum() > 0;
        long known = seen.memory() instanceof Length(long tasks) ? tasks : 0;
        // Without a machine the growth is the whole queue anyway; what is remembered is only that it was there, at
        // every look.
        boolean isLeftAlone = !hasMachines && known > 0 && length > 0;
        long before = hasMachines ? known : 0;
        seen.machines().stream()
                .filter(machine -> machine.isIdle()
                        && !machine.since().plus(idleFor).isAfter(seen.now())
                        && changes.isPaidUp(machine, beforeRenewal))
                .sorted(FleetChanges.FIRST_TO_GO)
                .forEach(machine -> changes.release(machine, "it is idle, and would be paid for again soon"));
        boolean grew = isLeftAlone || length - before > threshold;
        boolean isAnswered = !grew
                || QueueCounts.buyCheapest(
                        changes, "the queue grew from %d to %s".formatted(before, CountedNoun.of(length, "task")));
        var limit = !grew
                ? length == 0 ? Limit.NO_WORK : Limit.DEMAND
                : changes.moneyIsShort() ? Limit.BUDGET : changes.systemIsShort() ? Limit.SYSTEM : Limit.DEMAND;
        return new OwnerPlan(
                Arrays.stream(QueueCounts.reserved(seen, changes)).boxed().toList(),
                changes.purchases(),
                changes.releases(),
                limit,
                "the queue had %s and has %d".formatted(CountedNoun.of(before, "task"), length),
                new TaskPlacement.InOrder(),
                new Length(isAnswered || !hasMachines ? length : before));
    }
}
