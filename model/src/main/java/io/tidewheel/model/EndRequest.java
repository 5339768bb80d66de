package io.tidewheel.model;

/** How far the ending of a run was asked for. The order is part of the stores' format; it never goes back. */
public enum EndRequest {
    NOT_ASKED,
    /** Stop what runs gently (SIGTERM, then SIGKILL after the grace time), start nothing more. */
    CANCEL,
    /** Stop what runs at once. */
    KILL;

    private static final EndRequest[] ALL = values();

    public static EndRequest of(int ordinal) {
        return ALL[ordinal];
    }
}
