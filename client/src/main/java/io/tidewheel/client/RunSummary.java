package io.tidewheel.client;

import io.tidewheel.protocol.wire.RunStatusNews;

/** How a run ended. */
public record RunSummary(long run, String state, long size, long succeeded, long failed, long cancelled) {

    static RunSummary of(RunStatusNews wire) {
        return new RunSummary(
                wire.getRun(),
                wire.getState(),
                wire.getSize(),
                wire.getSucceeded(),
                wire.getFailed(),
                wire.getCancelled());
    }

    public boolean allSucceeded() {
        return succeeded == size;
    }
}
