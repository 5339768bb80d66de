package io.tidewheel.engine;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An agent as the engine sees it now.
 *
 * @param firstHeld the chain that it was handed first of those it holds
 * @param has the amounts of cores, memory and gpus that it has for all its slots
 * @param left what of them the chains leave that it holds
 */
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
        long finished,
        Optional<ChainId> firstHeld,
        Amounts has,
        Amounts left) {
    /** One of which it is not said what it holds, and which says nothing of amounts. */
    public AgentView(
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
        this(
                session,
                name,
                host,
                offers,
                slots,
                holds,
                credit,
                state,
                since,
                silentFor,
                finished,
                Optional.empty(),
                Amounts.UNLIMITED,
                Amounts.UNLIMITED);
    }

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
