package io.tidewheel.autoscaling.elastic;

/** Which machine a plan-based policy takes for a task that could start equally early on several. */
public enum TieBreak {
    /** The first one of the list; and workflows are planned by priority. For comparing with worked examples. */
    FIRST,
    /** Any of them. */
    RANDOM,
    /** The one on which it takes the least time. */
    FASTEST
}
