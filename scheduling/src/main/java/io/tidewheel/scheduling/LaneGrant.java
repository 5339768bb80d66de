package io.tidewheel.scheduling;

import io.tidewheel.model.LaneId;
import io.tidewheel.model.SessionId;

/** A number of chains of a lane that go to an agent. */
public record LaneGrant(LaneId lane, SessionId agent, int count) {}
