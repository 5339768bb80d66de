package io.tidewheel.engine;

import io.tidewheel.model.LogChunk;
import java.util.List;
import java.util.OptionalInt;

/**
 * One message of an agent.
 *
 * @param sequence acknowledged when its content is durable; 0 if it needs no acknowledgement
 */
public record AgentReport(
        long sequence,
        List<AttemptReport> ended,
        List<LogChunk> output,
        List<Held> started,
        List<Held> returned,
        OptionalInt credit,
        boolean goodbye) {
    public static AgentReport heartbeat() {
        return new AgentReport(0, List.of(), List.of(), List.of(), List.of(), OptionalInt.empty(), false);
    }
}
