package io.tidewheel.model;

/** A lane as the store knows it. */
public record LaneRecord(LaneId id, LaneSpec spec, LaneTotals totals) {}
