package io.tidewheel.experiments.faults;

/** What the clients of a world submit. */
public enum SeedWork {
    /** Tasks, arrays of them, and runs whose chains wait for each other. */
    TASKS(""),
    /** Workflows, some of which are retried, and tasks beside them. */
    WORKFLOWS(" --workflows"),
    /** Iterative jobs, and tasks beside them. */
    JOBS(" --jobs"),
    /** Workflows with iterative jobs among their steps, some of which are retried, and tasks beside them. */
    WORKFLOWS_WITH_JOBS(" --workflows --jobs"),
    /** Iterative jobs of which foreign sites do partitions, and tasks beside them. */
    SITES(" --sites");

    private final String option;

    SeedWork(String option) {
        this.option = option;
    }

    boolean hasWorkflows() {
        return this == WORKFLOWS || this == WORKFLOWS_WITH_JOBS;
    }

    /** Whether somebody keeps jobs, so that they could pass to and fro. */
    boolean hasJobs() {
        return this == JOBS || this == WORKFLOWS_WITH_JOBS || this == SITES;
    }

    /** The option of the command line that asks for it. */
    String option() {
        return option;
    }
}
