package io.tidewheel.model;

/** Where a run stands. The order is part of the stores' format. */
public enum RunState {
    QUEUED,
    RUNNING,
    HELD,
    /** Cancel was asked for; chains are being ended. */
    CANCELLING,
    SUCCEEDED,
    /** Finished, and at least one chain failed. */
    FAILED,
    CANCELLED;

    private static final RunState[] ALL = values();

    public static RunState of(int ordinal) {
        return ALL[ordinal];
    }

    public boolean isFinal() {
        return switch (this) {
            case QUEUED, RUNNING, HELD, CANCELLING -> false;
            case SUCCEEDED, FAILED, CANCELLED -> true;
        };
    }
}
