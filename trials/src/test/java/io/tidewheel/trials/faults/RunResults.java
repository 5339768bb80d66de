package io.tidewheel.trials.faults;

import io.tidewheel.client.RunSummary;
import io.tidewheel.client.TaskResult;
import io.tidewheel.client.TaskRun;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** All results of a run that has ended. */
record RunResults(Map<Integer, TaskResult> byTask, RunSummary summary) {
    /** Waits for the end of a run. */
    static RunResults of(TaskRun run) {
        var byTask = new TreeMap<Integer, TaskResult>();
        var end = run.onResult(result -> {
            if (byTask.put(result.index(), result) != null) {
                throw new IllegalStateException("task " + result.index() + " was told twice");
            }
        });
        try {
            return new RunResults(byTask, end.get(TrialSite.PATIENCE.toSeconds(), TimeUnit.SECONDS));
        } catch (TimeoutException late) {
            throw new AssertionError(
                    "after %s the run has not ended: %s".formatted(TrialSite.PATIENCE, run.progress()), late);
        } catch (ExecutionException failed) {
            throw new AssertionError("the run could not be followed to its end", failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    TaskResult of(int task) {
        var result = byTask.get(task);
        if (result == null) throw new AssertionError("task " + task + " has no result");
        return result;
    }

    /** The attempts that count. */
    Map<Integer, Integer> attempts() {
        var attempts = new TreeMap<Integer, Integer>();
        byTask.forEach((task, result) -> attempts.put(task, result.attempt()));
        return attempts;
    }
}
