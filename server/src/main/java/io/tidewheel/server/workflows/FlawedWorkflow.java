package io.tidewheel.server.workflows;

import io.tidewheel.model.Counted;
import java.util.List;

/** A workflow that is not accepted, with everything that is wrong with it. Carries no stack: nothing went wrong on our side. */
public final class FlawedWorkflow extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Flaw> flaws;

    public FlawedWorkflow(List<Flaw> flaws) {
        super("%s, the first: %s".formatted(Counted.of(flaws.size(), "flaw"), flaws.getFirst()), null, false, false);
        this.flaws = List.copyOf(flaws);
    }

    public List<Flaw> flaws() {
        return flaws;
    }
}
