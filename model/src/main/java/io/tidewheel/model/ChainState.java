package io.tidewheel.model;

/** Where a chain stands. Users see READY and DELAYED as "queued, with a reason". The order is part of the stores' format. */
public enum ChainState {
    /** Queued; may be leased as soon as a suitable agent has a free slot. */
    READY,
    /** Queued; waits until its back-off is over. */
    DELAYED,
    /** Leased to an agent. */
    RUNNING,
    /** Put aside by a user until released. */
    HELD,
    SUCCEEDED,
    FAILED,
    CANCELLED;

    private static final ChainState[] ALL = values();

    public static ChainState of(int ordinal) {
        return ALL[ordinal];
    }

    public boolean isFinal() {
        return switch (this) {
            case READY, DELAYED, RUNNING, HELD -> false;
            case SUCCEEDED, FAILED, CANCELLED -> true;
        };
    }

    public boolean isQueued() {
        return this == READY || this == DELAYED;
    }

    /** The word users see: QUEUED for READY and DELAYED. */
    public String shown() {
        return isQueued() ? "QUEUED" : name();
    }
}
