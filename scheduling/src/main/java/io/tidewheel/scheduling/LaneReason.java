package io.tidewheel.scheduling;

import io.tidewheel.model.LaneId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Why chains of a lane wait that are ready. */
public record LaneReason(LaneId lane, WhyWaiting why) {
    /**
     * The reason to speak of when several lanes of a run wait: what somebody must do something about comes before what passes by itself.
     */
    public static Optional<LaneReason> gravest(List<LaneReason> lanes) {
        return lanes.stream().min(Comparator.comparingInt(lane -> rank(lane.why)));
    }

    private static int rank(WhyWaiting why) {
        return switch (why) {
            case WhyWaiting.NoAgentOffers _ -> 0;
            case WhyWaiting.NoAgentHas _ -> 1;
            case WhyWaiting.NotPaidFor _ -> 2;
            case WhyWaiting.AmountsInUse _ -> 3;
            case WhyWaiting.SuitableAgentsBusy _ -> 4;
            case WhyWaiting.BeingFoundOut _ -> 5;
            case WhyWaiting.AboutToStart _ -> 6;
        };
    }
}
