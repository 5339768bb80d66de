package io.tidewheel.engine;

import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.scheduling.LaneReason;
import io.tidewheel.scheduling.Placement;
import io.tidewheel.scheduling.WhyWaiting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is asked of unfinished runs from outside; the answers come from memory. */
record RunQuestions(UnfinishedRuns runs, Placement placement) {
    /** Why ready chains of a lane wait; empty if its run is not unfinished, or not allowed to start work. */
    Optional<WhyWaiting> explain(LaneId lane) {
        var live = runs.lane(lane);
        return live == null || !live.run.mayStartWork() ? Optional.empty() : Optional.of(placement.explain(lane));
    }

    /** The same for the lanes of a run that have ready chains, by the one of them that is to be spoken of. */
    Optional<LaneReason> explain(RunId id) {
        var run = runs.find(id);
        if (run == null || !run.mayStartWork()) return Optional.empty();
        return LaneReason.gravest(run.lanes.stream()
                .filter(lane -> UnfinishedRuns.leasable(lane) > 0)
                .map(lane -> new LaneReason(lane.id, placement.explain(lane.id)))
                .toList());
    }

    /** What waits for each capability set. */
    Map<String, Long> demand() {
        var demand = new LinkedHashMap<String, Long>();
        placement.demand().forEach((set, count) -> demand.put(set.toString(), count));
        return demand;
    }

    /** Runs of tasks that are to repeat others, and to which something may still have to be added. */
    List<RunId> unfilledRetries() {
        return runs.all().stream()
                .filter(run -> run.spec.kind() == RunKind.TASKS
                        && run.spec.retryOf().isPresent()
                        && !run.closed
                        && run.ending == EndRequest.NOT_ASKED)
                .map(run -> run.id)
                .toList();
    }
}
