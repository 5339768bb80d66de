package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.model.MachineId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is remembered of an owner.
 *
 * @param tick when the last interval ended
 * @param policies what the policy remembers, for each group of setups
 * @param done what was completed since the policy was asked last
 * @param lately the machines that were reserved in this interval, by setup
 * @param setups what machines were made from, also those that are gone but of which something may still be heard
 * @param limits what stood in the way at the last decision, for each group of setups
 * @param alerts what was wrong at the last decision
 * @param learned how long kinds of work take, on whatever machine
 */
public record OwnerMemory(
        Optional<Instant> tick,
        Map<String, PolicyMemory> policies,
        List<Observation.Done> done,
        Map<String, Set<MachineId>> lately,
        Map<MachineId, String> setups,
        Map<String, List<Plan.Obstacle>> limits,
        List<String> alerts,
        LearnedRunTimes learned) {
    static final OwnerMemory NOTHING = new OwnerMemory(
            Optional.empty(), Map.of(), List.of(), Map.of(), Map.of(), Map.of(), List.of(), LearnedRunTimes.nothing(1));

    public OwnerMemory {
        policies = Collections.unmodifiableMap(new TreeMap<>(policies));
        done = List.copyOf(done);
        lately = Collections.unmodifiableMap(new TreeMap<>(lately));
        setups = Collections.unmodifiableMap(new TreeMap<>(setups));
        limits = Collections.unmodifiableMap(new TreeMap<>(limits));
        alerts = List.copyOf(alerts);
    }

    /** Whether an interval has ended. */
    boolean isTick(Instant now, Duration interval) {
        if (tick.isEmpty()) return true;
        // A clock that was set back must not stop it for as long.
        return tick.get().isAfter(now) || !tick.get().plus(interval).isAfter(now);
    }

    /** What was completed since the policy was asked last, with what has come since. */
    List<Observation.Done> doneWith(List<Observation.Done> news) {
        record Key(MachineId machine, String kind) {}
        var sums = new LinkedHashMap<Key, Observation.Done>();
        var all = new ArrayList<>(done);
        all.addAll(news);
        for (var each : all) {
            sums.merge(
                    new Key(each.machine(), each.kind()),
                    each,
                    (one, other) -> new Observation.Done(
                            one.owner(),
                            one.machine(),
                            one.kind(),
                            one.count() + other.count(),
                            one.seconds() + other.seconds()));
        }
        return List.copyOf(sums.values());
    }

    /** The machines that were reserved in this interval, with those that are there now. */
    Map<String, Set<MachineId>> latelyWith(Map<String, Set<MachineId>> present) {
        var all = new TreeMap<String, Set<MachineId>>();
        lately.forEach((setup, machines) -> all.put(setup, new TreeSet<>(machines)));
        present.forEach((setup, machines) ->
                all.computeIfAbsent(setup, _ -> new TreeSet<>()).addAll(machines));
        return all;
    }

    /** What machines were made from, those that are there now among them. */
    Map<MachineId, String> setupsWith(List<Observation.SeenMachine> present) {
        var all = new TreeMap<>(setups);
        present.forEach(machine -> all.put(machine.id(), machine.setup()));
        return all;
    }
}
