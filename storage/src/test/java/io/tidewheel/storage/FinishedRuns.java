package io.tidewheel.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.ChainState;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.Database;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.NewChains;
import io.tidewheel.model.TurnChanges.NewLane;
import io.tidewheel.model.TurnChanges.NewRun;
import io.tidewheel.model.TurnChanges.RunUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;

/** Makes runs whose chains have ended, as a store has them that was in use for long, and lets its cleaner work. */
public final class FinishedRuns {
    private static final int AT_ONCE = 4_000;

    private final Database database;
    private final ServerNumber server;

    public FinishedRuns(Database database, Instant now) {
        this.database = database;
        this.server = database.store().begin("test", now);
    }

    public RunId finished(int chains, Instant at) {
        var run = unfinished(chains, at);
        var store = database.store();
        while (!store.endQueued(run, ChainState.CANCELLED, Reason.CANCELLED, at, AT_ONCE)
                .isEmpty()) {}
        finish(run, at);
        return run;
    }

    public void finish(RunId run, Instant at) {
        var changes = new TurnChanges(server);
        changes.runUpdates().add(RunUpdate.of(run).withState(RunState.CANCELLED).withFinished(at));
        commit(changes);
    }

    public RunId unfinished(int chains, Instant at) {
        var lane = new LaneId(database.store().reserveRuns(1).getFirst(), 0);
        var begun = new TurnChanges(server);
        begun.runs()
                .add(new NewRun(lane.run(), RunSpec.tasks(new Owner("me"), "old"), Optional.empty(), at, true, false));
        begun.lanes().add(new NewLane(lane, LaneSpec.PLAIN));
        commit(begun);
        for (int first = 0; first < chains; first += AT_ONCE) {
            var changes = new TurnChanges(server);
            var some = Collections.nCopies(
                    Math.min(AT_ONCE, chains - first), new NewChain("parameter", Payload.of(new byte[40])));
            changes.chains().add(new NewChains(lane, first, some, at));
            commit(changes);
        }
        return lane.run();
    }

    private void commit(TurnChanges changes) {
        assertThat(database.store().commit(changes)).isInstanceOf(CommitResult.Done.class);
    }

    /** Lets the cleaner work until it has nothing more to do, and returns how many chains are gone. */
    public long clean(Instant now, Duration retention) {
        long chains = 0;
        for (int steps = 0; ; steps++) {
            assertThat(steps).isLessThan(5_000);
            var step = database.cleaner().clean(now, retention);
            chains += step.chains();
            if (!step.more()) return chains;
        }
    }
}
