package example.tidewheel;

import io.tidewheel.autoscaling.elastic.LeapPolicy;
import io.tidewheel.autoscaling.elastic.OwnerObservation;
import io.tidewheel.autoscaling.elastic.OwnerPlan;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.TaskPlacement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Buys machines during office hours, as {@code leap} would, and lets those without work go at any other time. Pure: the time comes with the
 * observation.
 *
 * @param from the hour at which they begin
 * @param until the hour at which they end
 */
public record OfficeHours(int from, int until, ZoneId zone) implements OwnerPolicy {
    public OfficeHours {
        if (from < 0 || until > 24 || from >= until)
            throw new IllegalArgumentException("office hours are like 8 to 18, not %d to %d".formatted(from, until));
    }

    @Override
    public boolean actsOnNews() {
        return true;
    }

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        int hour = seen.now().atZone(zone).getHour();
        return from <= hour && hour < until ? LeapPolicy.DEFAULT.decide(seen) : goHome(seen, hour);
    }

    private OwnerPlan goHome(OwnerObservation seen, int hour) {
        var why = "it is %d o'clock, and machines are for %d to %d".formatted(hour, from, until);
        var targets = new ArrayList<>(Collections.nCopies(seen.types().size(), 0));
        var releases = new ArrayList<OwnerPlan.Release>();
        for (var machine : seen.machines()) {
            if (machine.isIdle()) releases.add(new OwnerPlan.Release(machine.id(), why));
            else targets.set(machine.type(), targets.get(machine.type()) + 1);
        }
        return new OwnerPlan(
                targets, List.of(), releases, OwnerPlan.Limit.SETTING, why, new TaskPlacement.InOrder(), seen.memory());
    }
}
