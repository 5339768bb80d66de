package io.tidewheel.engine;

import io.tidewheel.model.ChainState;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Store;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.scheduling.AfterAttempt;
import io.tidewheel.scheduling.AgentLoss;
import io.tidewheel.scheduling.Placement;
import java.time.Instant;
import java.util.Optional;

/** The leases of agents: how they begin, how they end, and what becomes of their chains then. */
final class AgentLeases {
    private final Store store;
    private final Placement placement;
    private final UnfinishedRuns runs;
    private final EngineSettings settings;
    private final EngineCounters counters;
    private Instant nextDue = Instant.MAX;
    private int held;

    AgentLeases(
            Store store, Placement placement, UnfinishedRuns runs, EngineSettings settings, EngineCounters counters) {
        this.store = store;
        this.placement = placement;
        this.runs = runs;
        this.settings = settings;
        this.counters = counters;
    }

    /** When the next chain is ready whose back-off is not over yet. */
    Instant nextDue() {
        return nextDue;
    }

    /** How many leases all agents hold together. */
    int held() {
        return held;
    }

    /** An agent holds a lease from now on. */
    void hold(LiveSession session, LiveLease lease) {
        if (session.leases.put(lease.lease.chain(), lease) == null) held++;
        session.used = session.used.plus(lease.lane.spec.needs());
        lease.slow = placement.isSlow(lease.lane.id);
        if (lease.slow) session.slow.merge(lease.lane.run.spec.owner(), 1, Integer::sum);
        lease.lane.running++;
        if (!lease.lease.durable()) lease.lane.inFlight.put(lease.lease.chain(), session);
    }

    /** Holds a lease that the placement did not grant. */
    void takeOver(LiveSession session, LiveLease lease) {
        lease.isTakenOver = true;
        hold(session, lease);
        placement.running(lease.lane.id, 1);
    }

    /** An agent does not hold a lease any more. What becomes of the chain is said next. */
    void release(LiveSession session, LiveLease lease) {
        if (session.leases.remove(lease.lease.chain()) != null) held--;
        session.used = session.used.minus(lease.lane.spec.needs());
        if (lease.slow)
            session.slow.computeIfPresent(lease.lane.run.spec.owner(), (_, had) -> had > 1 ? had - 1 : null);
        lease.lane.running--;
        if (runs.lane(lease.lane.id) == lease.lane) placement.running(lease.lane.id, -1);
        if (!lease.lease.durable()) lease.lane.inFlight.remove(lease.lease.chain());
    }

    /** The chain of a lease has ended. */
    static void finish(Turn turn, LiveLease lease, ChainState state, Reason reason, int exitCode, Payload report) {
        settle(turn, lease);
        turn.changes.finishes().add(new TurnChanges.Finish(lease.lease, state, reason, exitCode, turn.now, report));
        turn.touched.add(lease.lane.run);
        turn.ended(
                lease.lane.run.id,
                new EndedChain(lease.lease.chain().index(), state, reason, exitCode, lease.lease.attempt(), report));
    }

    /** The store still shows a chain that was leased from memory as ready, until this turn is committed. */
    private static void settle(Turn turn, LiveLease lease) {
        if (!lease.lease.durable()) turn.settling.add(lease.lease.chain());
    }

    /** Queues a chain again that was not started, or whose end was not its own fault. */
    void giveBack(Turn turn, LiveLease lease) {
        var run = lease.lane.run;
        if (run.ending != EndRequest.NOT_ASKED)
            finish(turn, lease, UnfinishedRuns.endState(run), run.endReason, 0, Payload.NONE);
        else requeue(turn, lease, lease.lease.failures(), lease.lease.losses(), Optional.empty(), Reason.RETURNED);
    }

    /** Queues a chain again, from the given moment on if there is one. */
    void requeue(Turn turn, LiveLease lease, int failures, int losses, Optional<Instant> due, Reason reason) {
        settle(turn, lease);
        turn.changes.requeues().add(new TurnChanges.Requeue(lease.lease, failures, losses, due, reason));
        turn.touched.add(lease.lane.run);
        var lane = lease.lane;
        if (due.isPresent()) {
            if (due.get().isBefore(nextDue)) nextDue = due.get();
        } else if (lane.claimsAreDurable()) {
            runs.addReady(lane, 1);
        } else {
            turn.afterwards(() -> {
                lane.nextIndex = Math.min(lane.nextIndex, lease.lease.chain().index());
                runs.addReady(lane, 1);
            });
        }
    }

    /** Writes down what became of an attempt whose chain is tried again. */
    static void record(Turn turn, LiveLease lease, Reason reason, int exitCode, Payload outcome) {
        var old = lease.lease;
        turn.changes
                .attempts()
                .add(new TurnChanges.Attempt(
                        old.chain(), old.attempt(), old.session(), turn.now, reason, exitCode, outcome));
    }

    /** Makes chains ready whose back-off is over. Called before anything else in a turn: the store is up to date then. */
    void promoteDue(Turn turn) {
        if (nextDue.isAfter(turn.now)) return;
        var promoted = store.promoteDue(turn.now, settings.chainsPerTurn());
        for (var moved : promoted) {
            var lane = runs.lane(moved.lane());
            if (lane == null) continue;
            lane.nextIndex = Math.min(lane.nextIndex, moved.index());
            runs.addReady(lane, 1);
        }
        lookForDue();
    }

    /** Asks the store when the next back-off is over. */
    void lookForDue() {
        nextDue = store.nextDue().orElse(Instant.MAX);
    }

    /**
     * Another server may have put a chain off and be gone for good when its back-off is over. What this one puts off in the same turn is not in the
     * store yet.
     */
    void lookForDueOfOthers() {
        store.nextDue().filter(due -> due.isBefore(nextDue)).ifPresent(due -> nextDue = due);
    }

    /** How many agents must be lost with a chain of a run to make it poison. */
    int poisonAfter(LiveRun run) {
        return run.spec.poisonAfter().orElse(settings.poisonAfter());
    }

    /**
     * The agent of a lease is lost, and the chain was at work there. If that may have been the cause, it counts against the chain.
     *
     * @param doubtful how often agents were lost with the chain before for causes that do not count
     * @param chance how likely it is that all of them were lost with the chain by chance
     */
    void lost(Turn turn, LiveLease lease, AgentLoss loss, int doubtful, double chance) {
        var run = lease.lane.run;
        if (run.ending != EndRequest.NOT_ASKED) {
            giveBack(turn, lease);
            return;
        }
        boolean counts = loss.cause().counts();
        int losses = lease.lease.losses() + (counts ? 1 : 0);
        var reason = counts ? Reason.AGENT_DIED : Reason.AGENT_LOST;
        record(turn, lease, reason, loss.code(), Payload.NONE);
        var suspicion = new AfterAttempt.Suspicion(loss.cause(), losses, poisonAfter(run), doubtful, chance);
        switch (AfterAttempt.loss(lease.lane.spec, suspicion, turn.now)) {
            case AfterAttempt.GiveUp give -> {
                if (give.reason() == Reason.POISON) counters.chainsPoisoned.increment();
                finish(turn, lease, ChainState.FAILED, give.reason(), 0, Payload.NONE);
            }
            case AfterAttempt.TryAgainNow _ ->
                requeue(turn, lease, lease.lease.failures(), losses, Optional.empty(), reason);
            case AfterAttempt.TryAgainAt later ->
                requeue(turn, lease, lease.lease.failures(), losses, Optional.of(later.due()), reason);
        }
    }
}
