package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.WorkTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is remembered of an owner.
 *
 * @param tick when the last interval ended
 * @param askedAhead whether the policy was asked, ahead of the end of this interval, what it would let go
 * @param policies what the policy remembers, for each group of setups
 * @param done what was completed since the policy was asked last
 * @param limits what stood in the way at the last decision, for each group of setups
 * @param alerts what was wrong at the last decision
 * @param learned how long kinds of work take, on whatever machine
 * @param last what was answered last, and until when it holds if nothing changes
 */
public record OwnerMemory(
        Optional<Instant> tick,
        boolean askedAhead,
        Map<String, PolicyMemory> policies,
        List<Observation.Done> done,
        Map<String, List<Plan.Obstacle>> limits,
        List<String> alerts,
        LearnedRunTimes learned,
        Last last) {
    /** The last answer of a policy that acts on news, if it was to change nothing. */
    record Last(ObservationDigest glance, Instant until, Map<LaneId, LaneRank> ranks, List<Plan.Shortage> shortages) {
        static final Last NONE = new Last(ObservationDigest.NOTHING, Instant.MIN, Map.of(), List.of());

        Last {
            shortages = List.copyOf(shortages);
        }
    }

    static final OwnerMemory NOTHING = new OwnerMemory(
            Optional.empty(), false, Map.of(), List.of(), Map.of(), List.of(), LearnedRunTimes.nothing(1), Last.NONE);

    /** What is remembered of an owner who is seen for the first time, and whose work took so long before. */
    static OwnerMemory beginning(List<WorkTime> times) {
        if (times.isEmpty()) return NOTHING;
        var known = new ArrayList<OwnerObservation.Ended>();
        for (var time : times) known.add(OwnerObservation.Ended.of(time, 0));
        return new OwnerMemory(
                Optional.empty(),
                false,
                Map.of(),
                List.of(),
                Map.of(),
                List.of(),
                LearnedRunTimes.nothing(1).plus(known),
                Last.NONE);
    }

    public OwnerMemory {
        policies = Collections.unmodifiableSortedMap(new TreeMap<>(policies));
        done = List.copyOf(done);
        limits = Collections.unmodifiableSortedMap(new TreeMap<>(limits));
        alerts = List.copyOf(alerts);
    }

    /** What is remembered of the owner, but so that the policy is asked at once, though no interval has ended. */
    OwnerMemory askedAtOnce() {
        return new OwnerMemory(Optional.empty(), askedAhead, policies, done, limits, alerts, learned, Last.NONE);
    }

    OwnerMemory with(Last other) {
        return new OwnerMemory(tick, askedAhead, policies, done, limits, alerts, learned, other);
    }

    /** The policy was not asked: what has been done is remembered for when it is. */
    OwnerMemory resting(List<Observation.Done> news) {
        if (news.isEmpty() && last.equals(Last.NONE)) return this;
        return new OwnerMemory(
                tick, askedAhead, policies, doneWith(news), limits, alerts, learned.plusAll(news), Last.NONE);
    }

    /** Whether the last answer still holds. */
    boolean holds(ObservationDigest now, Instant at, Duration interval) {
        return at.isBefore(last.until) && !isTick(at, interval) && last.glance.equals(now);
    }

    /** Whether an interval has ended. */
    boolean isTick(Instant now, Duration interval) {
        if (tick.isEmpty()) return true;
        // A clock that was set back must not stop it for as long.
        return tick.get().isAfter(now) || !tick.get().plus(interval).isAfter(now);
    }

    /** Whether an interval ends so soon that machines which are to be gone by then must be let go now. */
    boolean isNearTick(Instant now, Duration interval) {
        return !askedAhead
                && tick.isPresent()
                && !tick.get()
                        .plus(interval)
                        .minus(MachineCharges.lead(interval))
                        .isAfter(now);
    }

    /** When the interval ends. */
    Instant nextTick(Instant now, Duration interval) {
        return isTick(now, interval) ? now : tick.orElse(now).plus(interval);
    }

    /** When a policy is asked next that acts on the ends of intervals alone: at one, or once a little ahead of it. */
    Instant nextAsked(Instant now, Duration interval) {
        var end = nextTick(now, interval);
        return askedAhead || end.equals(now) ? end : end.minus(MachineCharges.lead(interval));
    }

    /** What was completed since the policy was asked last, with what has come since. */
    List<Observation.Done> doneWith(List<Observation.Done> news) {
        if (done.isEmpty() || news.isEmpty()) return done.isEmpty() ? news : done;
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
}
