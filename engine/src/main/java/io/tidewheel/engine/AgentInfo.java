package io.tidewheel.engine;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.SessionId;

/** What an agent says of itself when it joins. */
public record AgentInfo(
        SessionId session, String name, String host, Capabilities offers, int slots, int credit, boolean draining) {
    public AgentInfo {
        if (slots < 1) throw new IllegalArgumentException("an agent has at least one slot, not " + slots);
    }
}
