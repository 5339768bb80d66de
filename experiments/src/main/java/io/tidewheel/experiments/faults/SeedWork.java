package io.tidewheel.experiments.faults;

/** What the clients of a world submit. */
public enum SeedWork {
    /** Tasks, arrays of them, and runs whose chains wait for each other. */
    TASKS(""),
    /** Workflows, some of which are retried, and tasks beside them. */
    WORKFLOWS(" --workflows"),
    /** Iterative jobs, and tasks beside them. */
    JOBS(" --jobs"),
    /** Iterative jobs of which foreign sites do partitions, and tasks beside them. */
    SITES(" --sites");

    private final String option;

    SeedWork(String option) {
        this.option = option;
    }

    /** The option of the command line that asks for it. */
    String option() {
        return option;
    }
}
