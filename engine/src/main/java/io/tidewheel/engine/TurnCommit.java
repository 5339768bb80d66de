package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import java.util.List;
import java.util.Set;

/** Writes what a turn has gathered to the store, in one step. */
final class TurnCommit {
    private final Store store;
    private final Time time;
    private final UnfinishedRuns runs;
    private final EngineCounters counters;

    TurnCommit(Store store, Time time, UnfinishedRuns runs, EngineCounters counters) {
        this.store = store;
        this.time = time;
        this.runs = runs;
        this.counters = counters;
    }

    /** Makes the changes of a turn durable. Answers the chains that were really claimed. */
    List<ClaimedChain> commit(Turn turn) {
        if (turn.changes.isEmpty()) return List.of();
        long start = time.nanos();
        try {
            while (true) {
                switch (store.commit(turn.changes)) {
                    case CommitResult.Done done -> {
                        runs.count(done.totals());
                        countEnded(turn);
                        return done.claimed();
                    }
                    case CommitResult.Refused refused -> drop(turn, refused.superseded());
                }
            }
        } finally {
            counters.commit.record(time.nanos() - start);
        }
    }

    /** Leaves out what belongs to leases that another server has taken over; they are not ours any more. */
    private void drop(Turn turn, Set<ChainId> superseded) {
        int before = turn.changes.finishes().size() + turn.changes.requeues().size();
        turn.changes
                .finishes()
                .removeIf(finish -> superseded.contains(finish.lease().chain()));
        turn.changes
                .requeues()
                .removeIf(requeue -> superseded.contains(requeue.lease().chain()));
        turn.changes.attempts().removeIf(attempt -> superseded.contains(attempt.chain()));
        turn.ended.forEach(
                (run, chains) -> chains.removeIf(chain -> superseded.contains(new ChainId(run, chain.index()))));
        int dropped = before
                - turn.changes.finishes().size()
                - turn.changes.requeues().size();
        if (dropped == 0)
            throw new StoreFailure("the store refuses leases that were not part of the commit: " + superseded);
        counters.staleReportsRefused.add(dropped);
        superseded.forEach(chain -> turn.recount.add(chain.run()));
    }

    private void countEnded(Turn turn) {
        for (var finish : turn.changes.finishes()) {
            switch (finish.state()) {
                case SUCCEEDED -> counters.chainsSucceeded.increment();
                case FAILED -> counters.chainsFailed.increment();
                case CANCELLED -> counters.chainsCancelled.increment();
                case READY, DELAYED, RUNNING, HELD -> throw new IllegalStateException("finished as " + finish.state());
            }
        }
    }
}
