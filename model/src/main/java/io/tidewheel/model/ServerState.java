package io.tidewheel.model;

/** How a server stands. */
public enum ServerState {
    UP,
    /** Gives away its agents and runs, and takes no others. */
    DRAINING,
    /** Has given away all it had: it may be stopped. */
    DRAINED,
    /** Has said nothing for too long. */
    SILENT
}
