package io.tidewheel.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A run as the store knows it.
 *
 * @param made how many chains exist so far; an array makes more of them as they are needed
 * @param closed no more chains will be added by the submitter
 * @param endReason why it is being ended, if it is
 * @param logBytes how much output is kept with it
 */
public record RunRecord(
        RunId id,
        RunSpec spec,
        RunState state,
        Instant created,
        Optional<Instant> started,
        Optional<Instant> finished,
        int made,
        boolean closed,
        boolean held,
        EndRequest ending,
        Reason endReason,
        long logBytes,
        List<LaneRecord> lanes) {
    public RunRecord {
        lanes = List.copyOf(lanes);
    }

    public LaneTotals totals() {
        return lanes.stream().map(LaneRecord::totals).reduce(LaneTotals.ZERO, LaneTotals::plus);
    }

    /** All chains, also those of an array that are not made yet. */
    public long size() {
        return spec.array().map(array -> (long) array.count()).orElse((long) made);
    }
}
