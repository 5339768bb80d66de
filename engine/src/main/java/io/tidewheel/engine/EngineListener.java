package io.tidewheel.engine;

import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import java.util.List;

/**
 * Where the engine's decisions go once they are durable. Called by the engine's thread at the end of a turn; must not block and must not
 * call back into the engine.
 */
public interface EngineListener {
    /** An order for an agent. If it cannot be delivered, its connection is to be closed: the engine finds out when the agent joins again. */
    void order(SessionId agent, AgentOrder order);

    /** The engine has given the agent up; its connection is to be closed. */
    void disconnect(SessionId agent, String why);

    /** What the controller of a run has to tell an agent about a chain, in the form of the protocol. */
    default void tell(SessionId agent, Payload word) {}

    /** An agent has fallen silent, and what it did is done elsewhere. */
    default void lost(SessionId agent, String name) {}

    void ended(RunId run, List<EndedChain> chains);

    void changed(RunStatus run);

    /** Another server has ended a run, or removed it: how it ended is in the store. */
    default void endedElsewhere(RunId run) {}

    /** Somebody wants this server to give away what it has: whoever is connected is to go to another one. */
    default void draining() {}
}
