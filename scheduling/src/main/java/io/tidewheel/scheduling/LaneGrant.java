package io.tidewheel.scheduling;

import io.tidewheel.model.LaneId;
import io.tidewheel.model.SessionId;

/** So many chains of a lane go to an agent. */
public record LaneGrant(LaneId lane, SessionId agent, int count) {}
