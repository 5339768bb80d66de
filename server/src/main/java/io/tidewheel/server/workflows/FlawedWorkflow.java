package io.tidewheel.server.workflows;

import java.util.List;

/** A workflow that is not accepted, with everything that is wrong with it. Carries no stack: nothing went wrong on our side. */
public final class FlawedWorkflow extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Flaw> flaws;

    public FlawedWorkflow(List<Flaw> flaws) {
        super("%d flaws, the first: %s".formatted(flaws.size(), flaws.getFirst()), null, false, false);
        this.flaws = List.copyOf(flaws);
    }

    public List<Flaw> flaws() {
        return flaws;
    }
}
