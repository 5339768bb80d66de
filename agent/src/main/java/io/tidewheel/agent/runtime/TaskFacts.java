package io.tidewheel.agent.runtime;

import java.time.Instant;
import java.util.Optional;

/**
 * What a chain can know of itself.
 *
 * @param token run, index and attempt in one word, with which user code can fence its own writes
 * @param given what it may use of the machine
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
        GivenParts given,
        Optional<Instant> deadline,
        String mark,
        Optional<PartitionFacts> part) {

    /** The facts for a container that only shows that containers can be run. */
    static TaskFacts ofProbe(String mark) {
        return new TaskFacts(
                0, 0, 1, "probe", "", "probe", GivenParts.ofSlot(1), Optional.empty(), mark, Optional.empty());
    }

    /** The same with another deadline. */
    public TaskFacts until(Instant moment) {
        return new TaskFacts(run, index, attempt, token, parameter, agent, given, Optional.of(moment), mark, part);
    }
}
