package io.tidewheel.model;

/** The kinds of work; each has a controller of its own in the engine. The order is part of the stores' format. */
public enum RunKind {
    TASKS,
    JOB,
    WORKFLOW;

    private static final RunKind[] ALL = values();

    public static RunKind of(int ordinal) {
        return ALL[ordinal];
    }
}
