package io.tidewheel.model;

/** Which server makes the chains of a run that grows, as the store answers to one that wants to. */
public enum RunClaim {
    /** The one that asked does, and has since it asked before. */
    OURS,
    /** The one that asked does from now on; another one may have since it asked before. */
    TAKEN,
    /** Another one, which lives. */
    THEIRS
}
