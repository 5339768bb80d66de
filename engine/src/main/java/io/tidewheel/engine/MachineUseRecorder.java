package io.tidewheel.engine;

import io.tidewheel.autoscaling.elastic.Ledger;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineUse;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.WorkTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gathers who used which machine, and how long work took there, until it is recorded. */
final class MachineUseRecorder {
    private static final Duration SHORTEST = Duration.ofNanos(1_000);

    private record Key(MachineId machine, long period, RunId run) {}

    private record Kind(Owner owner, String setup, String kind) {}

    private final Map<Key, Duration> gathered = new LinkedHashMap<>();
    private final Map<Kind, WorkTime> times = new LinkedHashMap<>();

    boolean isEmpty() {
        return gathered.isEmpty();
    }

    /** Takes down work; what reaches over several of the times that are paid for is spread evenly over them. */
    void add(MachineRecord machine, FleetWork.Used used) {
        if (used.completed() > 0) {
            var time = new WorkTime(
                    used.owner(), machine.setup(), used.kind(), used.completed(), used.completedIn(), used.to());
            times.merge(new Kind(time.owner(), time.setup(), time.kind()), time, WorkTime::plus);
        }
        // What took no time that could be measured has used the machine all the same.
        var ran = used.ran().compareTo(SHORTEST) < 0 ? SHORTEST : used.ran();
        long first = Ledger.periodOf(machine, used.from());
        long last = Math.max(first, Ledger.periodOf(machine, used.to()));
        long all = Math.max(1, Duration.between(used.from(), used.to()).toNanos());
        for (long period = first; period <= last; period++) {
            var begin = machine.created().plusNanos(machine.billing().interval().toNanos() * period);
            var end = begin.plus(machine.billing().interval());
            var from = used.from().isAfter(begin) || period == first ? used.from() : begin;
            var to = used.to().isBefore(end) ? used.to() : end;
            double part = first == last
                    ? 1
                    : Math.clamp((double) Duration.between(from, to).toNanos() / all, 0, 1);
            var time = Duration.ofNanos(Math.round(ran.toNanos() * part));
            gathered.merge(new Key(machine.id(), period, used.run()), time, Duration::plus);
        }
    }

    List<WorkTime> takeTimes() {
        var taken = List.copyOf(times.values());
        times.clear();
        return taken;
    }

    List<MachineUse> take() {
        var uses = new ArrayList<MachineUse>();
        gathered.forEach((key, time) -> uses.add(new MachineUse(key.machine, key.period, key.run, time)));
        gathered.clear();
        return uses;
    }
}
