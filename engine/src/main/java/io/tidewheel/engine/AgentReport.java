package io.tidewheel.engine;

import io.tidewheel.model.AgentLoad;
import io.tidewheel.model.LogChunk;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One message of an agent.
 *
 * @param sequence acknowledged when its content is durable; 0 if it needs no acknowledgement
 * @param holding now and then, everything the agent holds
 * @param load now and then, what it has measured
 */
public record AgentReport(
        long sequence,
        List<AttemptReport> ended,
        List<LogChunk> output,
        List<HeldAttempt> started,
        List<HeldAttempt> returned,
        OptionalInt credit,
        Optional<List<HeldAttempt>> holding,
        boolean goodbye,
        Optional<AgentLoad> load) {
    /** One that says nothing of what was measured. */
    public AgentReport(
            long sequence,
            List<AttemptReport> ended,
            List<LogChunk> output,
            List<HeldAttempt> started,
            List<HeldAttempt> returned,
            OptionalInt credit,
            Optional<List<HeldAttempt>> holding,
            boolean goodbye) {
        this(sequence, ended, output, started, returned, credit, holding, goodbye, Optional.empty());
    }

    public static AgentReport heartbeat() {
        return new AgentReport(
                0, List.of(), List.of(), List.of(), List.of(), OptionalInt.empty(), Optional.empty(), false);
    }
}
