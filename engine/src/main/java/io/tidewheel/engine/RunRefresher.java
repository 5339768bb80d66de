package io.tidewheel.engine;

import io.tidewheel.model.Actor;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Store;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Brings what memory says of a run up to date where the store knows better: another server has changed the run, or a single chain of it was
 * changed in the store. Everything here reads the store, so it is done at the beginning of a turn; only {@link #add} may be called any time and
 * from any thread.
 */
final class RunRefresher {
    private final Store store;
    private final UnfinishedRuns runs;
    private final AgentSessions agents;
    private final EngineCounters counters;
    private final Set<RunId> outdated = ConcurrentHashMap.newKeySet();

    RunRefresher(Store store, UnfinishedRuns runs, AgentSessions agents, EngineCounters counters) {
        this.store = store;
        this.runs = runs;
        this.agents = agents;
        this.counters = counters;
    }

    /** The store knows better of this run. */
    void add(RunId run) {
        outdated.add(run);
    }

    boolean hasOutdated() {
        return !outdated.isEmpty();
    }

    void refreshAll(Turn turn) {
        for (var run : new TreeSet<>(outdated)) {
            outdated.remove(run);
            refresh(turn, run);
        }
    }

    private void refresh(Turn turn, RunId id) {
        var open = store.openRun(id);
        if (open.isEmpty()) {
            runs.forget(id);
            if (store.shared()) turn.endedElsewhere.add(id);
            return;
        }
        boolean wasEnding = Optional.ofNullable(runs.find(id))
                .map(run -> run.ending != EndRequest.NOT_ASKED)
                .orElse(false);
        runs.load(open.get());
        var run = runs.find(id);
        if (run == null) return;
        turn.touched.add(run);
        if (run.ending != EndRequest.NOT_ASKED && !wasEnding) agents.stopAll(run);
        else if (store.shared()) takeAwayEnded(turn, run);
    }

    /** Another server may have ended a chain that an agent of ours runs. Looked at only when more chains are cancelled than before. */
    private void takeAwayEnded(Turn turn, LiveRun run) {
        long cancelled = run.totals().cancelled();
        if (cancelled == run.cancelledSeen || run.ending != EndRequest.NOT_ASKED) return;
        run.cancelledSeen = cancelled;
        var held = agents.heldOf(run);
        if (held.isEmpty()) return;
        for (var chain : store.ended(run.id, held)) agents.takeAway(turn, chain.id());
    }

    /** Ends one chain. The store decides whether that is still possible; memory is then brought up to date from the store. */
    boolean cancel(Turn turn, ChainId chain, Reason why, Actor actor) {
        var run = runs.permitted(chain.run(), actor);
        var ended = store.endChain(chain, ChainState.CANCELLED, why, turn.now)
                .orElseThrow(() -> new Refusal(
                        Refusal.Kind.CONFLICT,
                        "task %d of run %s has ended and cannot be cancelled any more"
                                .formatted(chain.index(), chain.run())));
        agents.takeAway(turn, chain);
        counters.chainsCancelled.increment();
        turn.changes
                .audit()
                .add(new AuditEntry(turn.now, actor.who(), "cancel", "run " + run.id, "task " + chain.index()));
        turn.ended(run.id, new EndedChain(chain.index(), ChainState.CANCELLED, why, 0, ended.attempt(), Payload.NONE));
        return outdated.add(run.id);
    }

    /** Gives one chain that waits a priority of its own; memory is then brought up to date from the store. */
    boolean reprioritise(Turn turn, ChainId chain, int priority, Actor actor) {
        var run = runs.permitted(chain.run(), actor);
        // What is leased from memory alone still counts as ready in the store.
        boolean works = run.lanes.stream().anyMatch(lane -> lane.inFlight.containsKey(chain));
        if (works || store.reprioritise(chain, priority).isEmpty()) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "task %d of run %s does not wait any more, so that its priority cannot be changed"
                            .formatted(chain.index(), chain.run()));
        }
        var detail = "task %d: %d".formatted(chain.index(), priority);
        turn.changes.audit().add(new AuditEntry(turn.now, actor.who(), "priority", "run " + run.id, detail));
        return outdated.add(run.id);
    }
}
