package io.tidewheel.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Result;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of a task.
 *
 * @param index which task: how many were added before it
 * @param reason why it ended as it did, as a word; empty if it succeeded
 * @param exitCode of the command that ended it; 128 plus the signal if a signal did
 * @param attempt which attempt this was, counted from 1; 0 if it was never started
 * @param encodedOutcome the agent's account as it was sent; see {@link #outcome}
 * @param receivedAt when this client heard of it
 */
public record TaskResult(
        int index,
        State state,
        String reason,
        int exitCode,
        int attempt,
        ByteString encodedOutcome,
        Instant receivedAt) {

    /** How a task can end. */
    public enum State {
        SUCCEEDED,
        FAILED,
        CANCELLED
    }

    static TaskResult of(Result wire, Instant receivedAt) {
        return new TaskResult(
                wire.getIndex(),
                state(wire),
                reason(wire),
                wire.getExitCode(),
                wire.getAttempt(),
                wire.getOutcome(),
                receivedAt);
    }

    public boolean succeeded() {
        return state == State.SUCCEEDED;
    }

    /** The agent's account: times, usage, message, last lines, result. Empty if the task never ran. */
    public Optional<Outcome> outcome() {
        if (encodedOutcome.isEmpty()) return Optional.empty();
        try {
            return Optional.of(Outcome.parseFrom(encodedOutcome));
        } catch (InvalidProtocolBufferException garbage) {
            throw new IllegalStateException("the outcome of task " + index + " cannot be read", garbage);
        }
    }

    /** What the task returned; empty if it returned nothing. */
    public byte[] result() {
        return outcome().map(known -> known.getResult().toByteArray()).orElseGet(() -> new byte[0]);
    }

    private static State state(Result wire) {
        return switch (wire.getState()) {
            case RESULT_SUCCEEDED -> State.SUCCEEDED;
            case RESULT_CANCELLED -> State.CANCELLED;
            case RESULT_FAILED, UNRECOGNIZED -> State.FAILED;
        };
    }

    private static String reason(Result wire) {
        if (!wire.getReason().isEmpty()) return wire.getReason();
        return wire.getEnding() == Ending.SUCCEEDED ? "" : wire.getEnding().name();
    }
}
