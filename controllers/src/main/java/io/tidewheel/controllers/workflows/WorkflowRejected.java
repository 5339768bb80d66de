package io.tidewheel.controllers.workflows;

import io.tidewheel.model.CountedNoun;
import java.util.List;

/** A workflow that is not accepted, with everything that is wrong with it. Carries no stack: nothing went wrong on our side. */
public final class WorkflowRejected extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<FileComplaint> flaws;

    public WorkflowRejected(List<FileComplaint> flaws) {
        super(
                "%s, the first: %s".formatted(CountedNoun.of(flaws.size(), "flaw"), flaws.getFirst()),
                null,
                false,
                false);
        this.flaws = List.copyOf(flaws);
    }

    public List<FileComplaint> flaws() {
        return flaws;
    }
}
