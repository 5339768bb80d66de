package io.tidewheel.cli.progress;

/** How a run stands at one moment. */
public record ProgressNumbers(long size, long succeeded, long failed, long cancelled, long retried) {
    public long done() {
        return succeeded + failed + cancelled;
    }
}
