package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import io.tidewheel.model.CountedNoun;
import java.time.Duration;
import java.util.Arrays;

/**
 * What CloudKon's provisioner lacks: looks at how long the queue is, not only at whether it grows. Buys as many machines of the cheapest type that can be
 * had as empty the queue in a given time, by how long tasks have taken so far; those that are there or booting count.
 *
 * @param within the time
 */
public record QueueDrain(Duration within) implements OwnerPolicy {
    /** How long tasks took. */
    public record Pace(long tasks, double seconds) implements PolicyMemory {}

    public QueueDrain {
        if (within.isNegative() || within.isZero())
            throw new IllegalArgumentException("the queue is emptied in more than no time, not " + within);
    }

    @Override
    public boolean actsOnNews() {
        return true;
    }

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        var pace = pace(seen);
        long waiting = QueueCounts.length(seen);
        long needed = needed(waiting, QueueCounts.running(seen), pace);
        var changes = new FleetChanges(seen);
        while (QueueCounts.slots(seen, changes) < needed && QueueCounts.buyCheapest(changes, why(waiting, needed))) {}
        seen.machines().stream()
                .filter(machine -> machine.isIdle() && changes.isPaidUp(machine, Duration.ZERO))
                .sorted(FleetChanges.FIRST_TO_GO)
                .forEach(machine -> {
                    int each = seen.types().get(machine.type()).type().slots();
                    if (QueueCounts.slots(seen, changes) - each >= needed)
                        changes.release(machine, CountedNoun.are(needed, "slot") + " enough");
                });
        var limit = QueueCounts.slots(seen, changes) >= needed
                ? needed == 0 ? Limit.NO_WORK : Limit.DEMAND
                : changes.moneyIsShort() ? Limit.BUDGET : Limit.SYSTEM;
        return new OwnerPlan(
                Arrays.stream(QueueCounts.reserved(seen, changes)).boxed().toList(),
                changes.purchases(),
                changes.releases(),
                limit,
                why(waiting, needed),
                new TaskPlacement.InOrder(),
                pace);
    }

    private static String why(long waiting, long needed) {
        return "%s waiting, and %s needed to empty the queue in time"
                .formatted(CountedNoun.are(waiting, "task"), CountedNoun.are(needed, "slot"));
    }

    private static Pace pace(OwnerObservation seen) {
        var before = seen.memory() instanceof Pace known ? known : new Pace(0, 0);
        long tasks = before.tasks;
        double seconds = before.seconds;
        for (var ended : seen.ended()) {
            tasks += ended.count();
            seconds += ended.seconds();
        }
        return new Pace(tasks, seconds);
    }

    /**
     * How many slots empty the queue in time. As long as nobody knows how long tasks take, one slot is for each, as if it took all of the
     * time.
     */
    private long needed(long waiting, long running, Pace pace) {
        double all = IntervalPlanner.seconds(within);
        double each = pace.tasks == 0 ? all : pace.seconds / pace.tasks;
        return Math.min(waiting + running, (long) Math.ceil((waiting + running / 2.0) * each / all));
    }
}
