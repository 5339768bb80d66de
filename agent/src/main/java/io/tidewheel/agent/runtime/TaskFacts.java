package io.tidewheel.agent.runtime;

import java.time.Instant;
import java.util.Optional;

/**
 * What a chain can know of itself.
 *
 * @param token run, index and attempt in one word, with which user code can fence its own writes
 * @param deadline when it will be ended, if there is a limit
 * @param mark finds its processes wherever they go
 * @param part there if it is a partition of an iterative job
 */
public record TaskFacts(
        long run,
        int index,
        int attempt,
        String token,
        String parameter,
        String agent,
        int cpus,
        Optional<Instant> deadline,
        String mark,
        Optional<PartFacts> part) {

    /** The same with another deadline. */
    public TaskFacts until(Instant moment) {
        return new TaskFacts(run, index, attempt, token, parameter, agent, cpus, Optional.of(moment), mark, part);
    }
}
