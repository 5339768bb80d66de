package io.tidewheel.workflow.chains;

/** Where a node of a frame stands: it waits, it is in a chain or makes rounds, or it has ended. */
sealed interface NodeState permits NodeState.Waiting, OpenChain, LoopRounds, NodeState.Ended {
    /** The node has not begun: something that it needs is missing, or nobody has asked for it yet. */
    enum Waiting implements NodeState {
        WAITING
    }

    /** How it ended. As the value of its slot it tells whoever only waits for the end. */
    enum Ended implements NodeState, SlotValue {
        DONE,
        LEFT_OUT,
        GONE
    }
}
