package io.tidewheel.controllers.workflows;

import io.tidewheel.model.CountedNoun;
import java.util.List;

/** A workflow that is not accepted, with everything that is wrong with it. Carries no stack: nothing went wrong on our side. */
public final class WorkflowRejected extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<FileComplaint> complaints;

    public WorkflowRejected(List<FileComplaint> complaints) {
        super(
                "%s, the first: %s".formatted(CountedNoun.of(complaints.size(), "flaw"), complaints.getFirst()),
                null,
                false,
                false);
        this.complaints = List.copyOf(complaints);
    }

    public List<FileComplaint> complaints() {
        return complaints;
    }
}
