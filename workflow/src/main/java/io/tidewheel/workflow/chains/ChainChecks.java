package io.tidewheel.workflow.chains;

import java.util.List;
import java.util.Optional;

/** Says whether an action may be added to a chain. Nobody waits here: an answer that takes longer comes later. */
@FunctionalInterface
public interface ChainChecks {
    /** Checks that let every action into a chain. */
    ChainChecks NONE = (_, _) -> Optional.of(new CheckAnswer.MayAdd());

    /** What is said of an action. */
    sealed interface CheckAnswer {
        record MayAdd() implements CheckAnswer {}

        /** The chain ends before it. The first action of a chain is tried again when other chains have ended. */
        record MayNot() implements CheckAnswer {}

        /** The question cannot be answered, for this reason; the chain is lost. */
        record CheckFailed(String why) implements CheckAnswer {}
    }

    /**
     * Empty if it is not known yet: it is asked again when more chains are asked for.
     *
     * @param chain what the chain has so far; empty for its first action
     */
    Optional<CheckAnswer> mayAdd(List<PlannedExecutable> chain, RoundAction action);
}
