package io.tidewheel.engine;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.SessionId;
import java.time.Duration;
import java.time.Instant;

/** An agent as the engine sees it now. */
public record AgentView(
        SessionId session,
        String name,
        String host,
        Capabilities offers,
        int slots,
        int holds,
        int credit,
        State state,
        Instant since,
        Duration silentFor,
        long finished) {
    /** How it stands. */
    public enum State {
        IDLE,
        BUSY,
        /** Gets nothing more, and leaves when it has finished what it runs. */
        DRAINING,
        /** Gets nothing for a while, because everything failed on it at once. */
        ASIDE,
        /** Its connection is closed; its leases are kept for a moment. */
        DISCONNECTED
    }
}
