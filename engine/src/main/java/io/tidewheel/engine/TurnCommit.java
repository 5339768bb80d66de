package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.model.TurnChanges;
import java.util.List;
import java.util.Optional;
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
                    case CommitResult.Refused refused -> drop(turn, refused);
                }
            }
        } finally {
            counters.commit.record(time.nanos() - start);
        }
    }

    /** Leaves out that for which another server was faster. */
    private void drop(Turn turn, CommitResult.Refused refused) {
        int dropped = refused.superseded().isEmpty() ? 0 : dropLeases(turn, refused.superseded());
        for (var run : refused.overtaken()) dropped += dropAdded(turn, run);
        for (var run : refused.gone()) dropped += dropAll(turn, run);
        if (dropped == 0) throw new StoreFailure("the store refuses what was not part of the commit: " + refused);
    }

    /** What was to be added to a run, or its end. What becomes of the chains that it has is not in question. */
    private int dropAdded(Turn turn, RunId run) {
        var changes = turn.changes;
        int expected = Optional.ofNullable(changes.expected().remove(run)).orElse(Integer.MAX_VALUE);
        int first = changes.chains().stream()
                .filter(added -> added.lane().run().equals(run))
                .mapToInt(TurnChanges.NewChains::firstIndex)
                .reduce(expected, Math::min);
        int dropped = changes.kept().remove(run) || expected < Integer.MAX_VALUE ? 1 : 0;
        if (changes.courses().remove(run) != null) dropped++;
        if (changes.chains().removeIf(added -> added.lane().run().equals(run))) dropped++;
        for (var added : List.copyOf(changes.lanes())) {
            if (!added.id().run().equals(run)) continue;
            changes.lanes().remove(added);
            turn.lanesDropped.add(added.id());
            dropped++;
        }
        if (changes.runUpdates()
                .removeIf(update -> update.id().equals(run) && update.finished().isPresent())) dropped++;
        turn.overtaken.merge(run, first, Math::min);
        turn.recount.add(run);
        counters.runsOvertaken.increment();
        return dropped;
    }

    private int dropAll(Turn turn, RunId run) {
        var changes = turn.changes;
        int dropped = dropAdded(turn, run);
        if (changes.runs().removeIf(added -> added.id().equals(run))) dropped++;
        if (changes.runUpdates().removeIf(update -> update.id().equals(run))) dropped++;
        changes.documents().removeIf(added -> added.run().equals(run));
        changes.claims().removeIf(claim -> claim.lane().run().equals(run));
        changes.logs().removeIf(chunk -> chunk.chain().run().equals(run));
        changes.attempts().removeIf(attempt -> attempt.chain().run().equals(run));
        changes.audit().removeIf(entry -> entry.target().equals("run " + run));
        turn.touched.removeIf(touched -> touched.id.equals(run));
        turn.gone.add(run);
        return dropped;
    }

    /** Leaves out what belongs to leases that another server has taken over; they are not ours any more. */
    private int dropLeases(Turn turn, Set<ChainId> superseded) {
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
        counters.staleReportsRefused.add(dropped);
        superseded.forEach(chain -> turn.recount.add(chain.run()));
        return dropped;
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
