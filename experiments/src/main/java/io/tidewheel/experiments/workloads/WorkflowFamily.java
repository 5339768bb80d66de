package io.tidewheel.experiments.workloads;

import io.tidewheel.workflow.imports.TaskGraph;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** A kind of scientific workflow whose structure, run times and file sizes have been published. */
public enum WorkflowFamily {
    MONTAGE(15),
    LIGO(22),
    SIPHT(30);

    private final int least;

    WorkflowFamily(int least) {
        this.least = least;
    }

    /** The fewest tasks that can be asked for. */
    public int least() {
        return least;
    }

    /**
     * Draws a workflow.
     *
     * @param tasks how many tasks are asked for; LIGO has an even number, SIPHT one less for each of its parts
     */
    public TaskGraph draw(int tasks, RandomGenerator random) {
        if (tasks < least) {
            throw new IllegalArgumentException(
                    "a %s workflow has at least %d tasks, not %d".formatted(word(), least, tasks));
        }
        return switch (this) {
            case MONTAGE -> new Montage(random).draw(tasks);
            case LIGO -> new Inspiral(random).draw(tasks);
            case SIPHT -> new Sipht(random).draw(tasks);
        };
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
