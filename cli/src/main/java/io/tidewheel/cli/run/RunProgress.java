package io.tidewheel.cli.run;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.cli.progress.ProgressNumbers;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.ResultState;
import io.tidewheel.protocol.wire.RunStatusNews;
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
    private final List<Result> failures = new ArrayList<>();
    private int lastExitCode;
    private Outcome lastOutcome = Outcome.getDefaultInstance();
    private boolean hasResult;

    synchronized void add(Iterable<Result> results) {
        for (var result : results) {
            switch (result.getState()) {
                case RESULT_SUCCEEDED -> succeeded++;
                case RESULT_CANCELLED -> cancelled++;
                case RESULT_FAILED, UNRECOGNIZED -> {
                    failed++;
                    if (failures.size() < FAILURES_KEPT) failures.add(result);
                }
            }
            retried += Math.max(0, result.getAttempt() - 1);
            lastExitCode = result.getExitCode();
            hasResult = true;
            if (size <= 1) lastOutcome = outcome(result);
        }
    }

    synchronized void note(RunStatusNews status) {
        size = status.getSize();
        state = status.getState();
        if (status.getFinal()) {
            succeeded = status.getSucceeded();
            failed = status.getFailed();
            cancelled = status.getCancelled();
        }
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
    synchronized List<Result> failures() {
        return List.copyOf(failures);
    }

    synchronized int lastExitCode() {
        return lastExitCode;
    }

    /** What is known of the end of a single command. */
    synchronized Outcome lastOutcome() {
        return lastOutcome;
    }

    synchronized boolean hasResult() {
        return hasResult;
    }

    static Outcome outcome(Result result) {
        try {
            return Outcome.parseFrom(result.getOutcome());
        } catch (InvalidProtocolBufferException unreadable) {
            return Outcome.getDefaultInstance();
        }
    }

    static boolean isFailed(Result result) {
        return result.getState() == ResultState.RESULT_FAILED;
    }
}
