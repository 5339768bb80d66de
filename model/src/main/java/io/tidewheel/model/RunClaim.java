package io.tidewheel.model;

/** Who makes the chains of a run that grows, as the store answers to a server that wants to. */
public enum RunClaim {
    /** The one that asked does, and has since it asked before. */
    OURS,
    /** The one that asked does from now on; another one may have since it asked before. */
    TAKEN,
    /** Another one, which lives. */
    THEIRS
}
