package io.tidewheel.cli.run;

import io.tidewheel.cli.progress.ProgressNumbers;
import io.tidewheel.client.RunSummary;
import io.tidewheel.client.TaskResult;
import io.tidewheel.protocol.wire.Outcome;
import java.util.ArrayList;
import java.util.List;

/** What is known of a run so far. Written by the thread that listens, read by the one that draws. */
public final class RunProgress {
    private static final int FAILURES_KEPT = 5;

    private long size;
    private long succeeded;
    private long failed;
    private long cancelled;
    private long retried;
    private String state = "QUEUED";
    private final List<TaskResult> failures = new ArrayList<>();
    private int lastExitCode;
    private Outcome lastOutcome = Outcome.getDefaultInstance();

    synchronized void add(TaskResult result) {
        switch (result.state()) {
            case SUCCEEDED -> succeeded++;
            case CANCELLED -> cancelled++;
            case FAILED -> {
                failed++;
                if (failures.size() < FAILURES_KEPT) failures.add(result);
            }
        }
        retried += Math.max(0, result.attempt() - 1);
        lastExitCode = result.exitCode();
        if (size <= 1) lastOutcome = outcome(result);
    }

    /** How it has ended. */
    synchronized void note(RunSummary end) {
        size = end.size();
        state = end.state();
        succeeded = end.succeeded();
        failed = end.failed();
        cancelled = end.cancelled();
    }

    synchronized void expect(long tasks) {
        size = Math.max(size, tasks);
    }

    public synchronized ProgressNumbers numbers() {
        return new ProgressNumbers(
                Math.max(size, succeeded + failed + cancelled), succeeded, failed, cancelled, retried);
    }

    /** The word for where the run stands. */
    synchronized String state() {
        return state;
    }

    /** The first few that failed. */
    synchronized List<TaskResult> failures() {
        return List.copyOf(failures);
    }

    synchronized int lastExitCode() {
        return lastExitCode;
    }

    /** What is known of the end of a single command. */
    synchronized Outcome lastOutcome() {
        return lastOutcome;
    }

    static Outcome outcome(TaskResult result) {
        try {
            return result.outcome().orElse(Outcome.getDefaultInstance());
        } catch (IllegalStateException unreadable) {
            return Outcome.getDefaultInstance();
        }
    }
}
