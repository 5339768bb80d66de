package io.tidewheel.engine;

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

    void ended(RunId run, List<EndedChain> chains);

    void changed(RunStatus run);

    /** Another server has ended a run, or removed it: how it ended is in the store. */
    default void endedElsewhere(RunId run) {}
}
