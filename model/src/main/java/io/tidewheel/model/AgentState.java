package io.tidewheel.model;

import java.util.List;

/** How an agent stands. The order is part of the stores' format. */
public enum AgentState {
    IDLE,
    BUSY,
    /** Gets nothing more, and leaves when it has finished what it runs. */
    DRAINING,
    /** Gets nothing for a while, because everything failed on it at once. */
    ASIDE,
    /** The agent's connection is closed, or its server is gone; its leases are kept for a moment, and it is expected back. */
    DISCONNECTED;

    private static final List<AgentState> ALL = List.of(values());

    public static AgentState of(int code) {
        return ALL.get(code);
    }

    /** Whether it takes work now. */
    public boolean works() {
        return this == IDLE || this == BUSY;
    }
}
