package io.tidewheel.engine;

import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.scheduling.Placement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The runs of which somebody has said where they stand among those of their owner. */
final class RankedRuns {
    private final UnfinishedRuns runs;
    private final Placement placement;
    private final Set<LiveRun> ranked = new LinkedHashSet<>();

    RankedRuns(UnfinishedRuns runs, Placement placement) {
        this.runs = runs;
        this.placement = placement;
    }

    /** Says where lanes stand among those of their owners; those that are not named stand where they stood before anybody said anything. */
    void tell(Map<LaneId, LaneRank> ranks) {
        for (var run : ranked) run.rank = LaneRank.NONE;
        var before = List.copyOf(ranked);
        ranked.clear();
        ranks.forEach((id, rank) -> {
            var lane = runs.lane(id);
            if (lane == null) return;
            lane.run.rank = rank.ofNewLane();
            ranked.add(lane.run);
            rank(lane, rank);
        });
        for (var run : before) for (var lane : run.lanes) if (!ranks.containsKey(lane.id)) rank(lane, run.rank);
    }

    void rank(LiveLane lane, LaneRank rank) {
        lane.rank = rank;
        if (runs.lane(lane.id) == lane) placement.rank(lane.id, rank);
    }

    /** The run has left memory. */
    void leave(LiveRun run) {
        ranked.remove(run);
    }
}
