package io.tidewheel.agent;

import io.tidewheel.protocol.wire.Attempt;

/** One try of one chain: what a lease is for. Its text is the fencing token handed to the command. */
public record AttemptId(long run, int index, int attempt) {

    static AttemptId of(Attempt wire) {
        return new AttemptId(wire.getRun(), wire.getIndex(), wire.getAttempt());
    }

    Attempt toWire() {
        return Attempt.newBuilder()
                .setRun(run)
                .setIndex(index)
                .setAttempt(attempt)
                .build();
    }

    @Override
    public int hashCode() {
        // Indexes of one run follow each other; the multiplications spread runs and attempts over the table.
        return index + 31 * attempt + Long.hashCode(run * 0x9E3779B97F4A7C15L);
    }

    @Override
    public String toString() {
        return run + "/" + index + "/" + attempt;
    }
}
