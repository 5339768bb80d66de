package io.tidewheel.model;

import java.util.Map;

/** An unfinished run together with how many chains of each lane are ready to be leased. */
public record OpenRun(RunRecord run, Map<LaneId, Long> ready) {}
