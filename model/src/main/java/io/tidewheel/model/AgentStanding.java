package io.tidewheel.model;

import java.util.Optional;

/**
 * What changes of an agent with its work.
 *
 * @param left what the chains leave of its amounts that it holds
 * @param firstHeld the chain that it was handed first of those it holds
 * @param load empty if it has measured nothing yet
 */
public record AgentStanding(
        AgentState state,
        int holds,
        int credit,
        Amounts left,
        long finished,
        Optional<ChainId> firstHeld,
        Optional<AgentLoad> load) {
    /** Whether somebody who looks at it would see another picture. */
    public boolean differsFrom(AgentStanding other) {
        if (load.isPresent() != other.load.isPresent()) return true;
        if (load.isPresent() && load.get().differsFrom(other.load.orElseThrow())) return true;
        return !with(other.load).equals(other);
    }

    private AgentStanding with(Optional<AgentLoad> measured) {
        return new AgentStanding(state, holds, credit, left, finished, firstHeld, measured);
    }

    public boolean isDraining() {
        return state == AgentState.DRAINING;
    }

    /** The same of an agent that is not heard any more. */
    public AgentStanding disconnected() {
        return new AgentStanding(AgentState.DISCONNECTED, holds, credit, left, finished, firstHeld, load);
    }
}
