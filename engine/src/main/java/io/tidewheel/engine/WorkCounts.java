package io.tidewheel.engine;

import java.util.Collection;

/** What there is to do: unfinished runs, their chains by how they stand (those of held runs are held), and the agents present. */
public record WorkCounts(long runs, long queued, long held, long running, long agents) {
    static WorkCounts of(Collection<LiveRun> runs, long agents) {
        long queued = 0;
        long held = 0;
        long running = 0;
        for (var run : runs) {
            var status = run.status();
            long waiting = Math.max(0, status.size() - status.totals().ended() - status.running());
            running += status.running();
            if (run.held) held += waiting;
            else queued += waiting;
        }
        return new WorkCounts(runs.size(), queued, held, running, agents);
    }
}
