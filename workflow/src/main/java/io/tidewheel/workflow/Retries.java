package io.tidewheel.workflow;

import io.tidewheel.model.RetryPolicy;

/** How often an action is tried. */
public sealed interface Retries {
    /** Not at all: {@code maxAttempts: 0}. The action counts as done, and its outputs have their names. */
    record Skip() implements Retries {}

    /** At least once. */
    record Policy(RetryPolicy policy) implements Retries {}
}
