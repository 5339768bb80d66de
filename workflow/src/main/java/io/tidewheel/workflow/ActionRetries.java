package io.tidewheel.workflow;

import io.tidewheel.model.RetryPolicy;

/** How often an action is tried. */
public sealed interface ActionRetries {
    /** The action is not done at all: {@code maxAttempts: 0}. It counts as done, and its outputs have their names. */
    record Skip() implements ActionRetries {}

    /** At least once. */
    record Policy(RetryPolicy policy) implements ActionRetries {}
}
