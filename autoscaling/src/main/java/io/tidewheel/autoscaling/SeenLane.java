package io.tidewheel.autoscaling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RequiredResources;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Work of one owner that is alike: chains of a run that require the same.
 *
 * @param since when the run was submitted
 * @param kind what such work is called: work of one kind is expected to take equally long
 * @param ready how many chains could start if somebody had room for them
 * @param running who works on how many of them
 */
public record SeenLane(
        LaneId id,
        Owner owner,
        int priority,
        Instant since,
        Optional<Instant> deadline,
        Capabilities requires,
        Amounts needs,
        String kind,
        long ready,
        List<OnAgent> running) {
    /**
     * What an agent has of it.
     *
     * @param since when it got the first of them
     */
    public record OnAgent(String agent, int chains, Instant since) {
        public OnAgent plus(OnAgent other) {
            return new OnAgent(agent, chains + other.chains, other.since.isBefore(since) ? other.since : since);
        }
    }

    public SeenLane {
        running = List.copyOf(running);
    }

    /** One whose chains need no amounts. */
    public SeenLane(
            LaneId id,
            Owner owner,
            int priority,
            Instant since,
            Optional<Instant> deadline,
            Capabilities requires,
            String kind,
            long ready,
            List<OnAgent> running) {
        this(id, owner, priority, since, deadline, requires, Amounts.NONE, kind, ready, running);
    }

    public SeenLane withReady(long chains) {
        return new SeenLane(id, owner, priority, since, deadline, requires, needs, kind, chains, running);
    }

    public RequiredResources need() {
        return new RequiredResources(requires, needs);
    }

    public long held() {
        long held = 0;
        for (var each : running) held += each.chains();
        return held;
    }
}
