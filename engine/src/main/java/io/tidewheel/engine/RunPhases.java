package io.tidewheel.engine;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Moves runs from phase to phase, and knows those that have something to be done, so that no turn looks at the others. */
final class RunPhases {
    private final Set<LiveRun> sweeping = new LinkedHashSet<>();
    private final Set<LiveRun> complete = new LinkedHashSet<>();

    /** True if a run is to be swept, or its end is to be written. */
    boolean hasWork() {
        return !sweeping.isEmpty() || !complete.isEmpty();
    }

    /** Runs that are to end and may have chains that wait in the store. */
    List<LiveRun> sweeping() {
        return sweeping.isEmpty() ? List.of() : List.copyOf(sweeping);
    }

    /** Runs of which, as of the last commit, nothing is left to do. */
    List<LiveRun> complete() {
        return complete.isEmpty() ? List.of() : List.copyOf(complete);
    }

    void endAsked(LiveRun run) {
        move(run, run.phase.endAsked());
    }

    void swept(LiveRun run) {
        move(run, run.phase.swept());
    }

    void nothingLeft(LiveRun run) {
        move(run, run.phase.nothingLeft());
    }

    /** The run is not complete after all: another server makes its chains, or has made some. */
    void goesOn(LiveRun run) {
        move(run, new RunPhase.Going());
    }

    void finished(LiveRun run) {
        move(run, new RunPhase.Finished());
    }

    private void move(LiveRun run, RunPhase next) {
        if (run.phase.equals(next)) return;
        run.phase = next;
        list(sweeping, run, next.sweeps());
        list(complete, run, next instanceof RunPhase.Complete);
    }

    private static void list(Set<LiveRun> runs, LiveRun run, boolean isListed) {
        if (isListed) runs.add(run);
        else runs.remove(run);
    }
}
