package io.tidewheel.autoscaling.elastic;

/** How long tasks of a workflow are known or expected to take, in seconds, on a machine of a type. */
@FunctionalInterface
public interface RunTimes {
    /** Nobody has said anything: every task takes a second everywhere. */
    RunTimes UNKNOWN = (_, _) -> 1;

    double seconds(int task, int type);
}
