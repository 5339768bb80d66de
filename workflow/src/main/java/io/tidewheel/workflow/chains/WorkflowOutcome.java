package io.tidewheel.workflow.chains;

import java.util.List;

/**
 * How a workflow ended, or how it would end now.
 *
 * @param failed chains that failed, and actions that could not be put into a chain
 * @param leftOut actions that were not to be done, by their condition or because they are skipped
 * @param leftOver how many actions can never be done
 * @param examples some of them, with the reason
 */
public record WorkflowOutcome(
        Status status,
        long chains,
        long succeeded,
        long failed,
        long cancelled,
        long leftOut,
        long leftOver,
        List<LeftOver> examples) {
    public WorkflowOutcome {
        examples = List.copyOf(examples);
    }

    /** How it ended as a whole. */
    public enum Status {
        SUCCESS,
        PARTIAL_SUCCESS,
        ERROR,
        CANCELLED
    }

    /**
     * An action that was not done.
     *
     * @param action with its rounds
     * @param reason which input never came, and why
     */
    public record LeftOver(String action, String reason) {}

    /** All done and none failed: success. Some failed: partial success. All failed, or something can never be done: error. Any cancelled: cancelled. */
    static Status status(long succeeded, long failed, long cancelled, long leftOver) {
        if (cancelled > 0) return Status.CANCELLED;
        if (leftOver > 0) return Status.ERROR;
        if (failed == 0) return Status.SUCCESS;
        return succeeded == 0 ? Status.ERROR : Status.PARTIAL_SUCCESS;
    }
}
