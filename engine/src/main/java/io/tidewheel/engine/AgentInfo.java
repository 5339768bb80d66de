package io.tidewheel.engine;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.SessionId;

/** What an agent says of itself when it joins. */
public record AgentInfo(
        SessionId session,
        String name,
        String host,
        Capabilities offers,
        Amounts has,
        int slots,
        int credit,
        boolean draining) {
    /** An agent that says nothing of amounts. */
    public AgentInfo(
            SessionId session, String name, String host, Capabilities offers, int slots, int credit, boolean draining) {
        this(session, name, host, offers, Amounts.UNLIMITED, slots, credit, draining);
    }

    public AgentInfo {
        if (slots < 1) throw new IllegalArgumentException("an agent has at least one slot, not " + slots);
    }
}
