package io.tidewheel.autoscaling;

/** What a policy carries over from one decision to the next: a value that only the policy understands. */
public interface PolicyMemory {
    /** Nothing, as at the beginning. */
    PolicyMemory NONE = new Nothing();

    /** No memory. */
    record Nothing() implements PolicyMemory {}
}
