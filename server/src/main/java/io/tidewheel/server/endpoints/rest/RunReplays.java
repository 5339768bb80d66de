package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.RunId;
import io.tidewheel.server.http.LocalCalls;
import java.util.List;
import java.util.Optional;

/**
 * Tells how a finished run would have gone with other policies and budgets. The server has no simulator of its own; whoever starts it may
 * bring one.
 */
@FunctionalInterface
public interface RunReplays {
    /**
     * What is to be tried.
     *
     * @param policies as users type them; none means the usual ones
     * @param budget for each interval, as users type it
     * @param budgetInterval the time that budgets are for, as users type it; that of the server if it is not said
     * @param deadline how long it may take, as users type it
     */
    record Question(
            List<String> policies,
            Optional<String> budget,
            Optional<String> budgetInterval,
            Optional<String> deadline) {
        public Question {
            policies = List.copyOf(policies);
        }
    }

    /**
     * The answer in JSON, or empty if the run is too large to be played while somebody waits. Throws IllegalArgumentException, with a text
     * for users, if the question has no answer.
     *
     * @param calls what the asker may see of the server
     */
    Optional<byte[]> play(LocalCalls calls, RunId run, Question question);
}
