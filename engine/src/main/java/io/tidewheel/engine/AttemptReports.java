package io.tidewheel.engine;

import io.tidewheel.model.ChainState;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.Lease;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.scheduling.AfterAttempt;
import io.tidewheel.scheduling.AgentHealth;
import io.tidewheel.scheduling.Placement;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What follows from what agents report of single attempts. */
final class AttemptReports {
    private final Collection<LiveSession> sessions;
    private final AgentLeases leases;
    private final AgentFunding funding;
    private final AgentUsage usage;
    private final Placement placement;
    private final UnfinishedRuns runs;
    private final EngineSettings settings;
    private final RandomGenerator random;
    private final EngineCounters counters;

    AttemptReports(
            Collection<LiveSession> sessions,
            AgentLeases leases,
            AgentFunding funding,
            AgentUsage usage,
            Placement placement,
            UnfinishedRuns runs,
            EngineSettings settings,
            RandomGenerator random,
            EngineCounters counters) {
        this.sessions = sessions;
        this.leases = leases;
        this.funding = funding;
        this.usage = usage;
        this.placement = placement;
        this.runs = runs;
        this.settings = settings;
        this.random = random;
        this.counters = counters;
    }

    /** An attempt has started. */
    static void started(Turn turn, LiveSession session, HeldAttempt held) {
        var lease = session.leases.get(held.chain());
        if (lease == null || lease.lease.attempt() != held.attempt() || lease.started) return;
        lease.started = true;
        lease.startedNanos = turn.nanos;
    }

    /** An agent gives a chain back that it has not started. */
    void returned(Turn turn, LiveSession session, HeldAttempt held) {
        var lease = session.leases.get(held.chain());
        if (lease == null || lease.lease.attempt() != held.attempt()) return;
        counters.chainsRecalled.increment();
        session.recallUntilNanos = 0;
        leases.release(session, lease);
        leases.giveBack(turn, lease);
    }

    /** An attempt has ended. A report counts if its agent holds the lease of this very attempt. */
    void ended(Turn turn, LiveSession session, OwnAttempts own, AttemptReport report) {
        var lease = session.leases.get(report.chain());
        if (lease == null || lease.lease.attempt() != report.attempt()) lease = salvage(turn, session, report);
        if (lease == null) {
            if (!own.isAnothers(report.chain(), report.attempt())) counters.staleReportsRefused.increment();
            return;
        }
        leases.release(session, lease);
        var ended = lease;
        funding.paidTime(session, ended).ifPresent(paid -> usage.ended(session, ended, report, turn.now, paid));
        session.finishedTotal++;
        counters.attempt.record(turn.nanos - lease.sinceNanos);
        if (runs.lane(lease.lane.id) == lease.lane) placement.ended(lease.lane.id, report.took());
        switch (report.reason()) {
            case NONE -> succeed(turn, session, lease, report);
            case CANCELLED -> stopped(turn, lease, report);
            default -> {
                if (report.cancels()) cancelled(turn, lease, report);
                else failed(turn, session, lease, report);
            }
        }
    }

    /**
     * A report without a lease counts only where the claim was not durable, so that a restarted server does not know of it, and the agent has
     * shown that a server handed it this attempt.
     */
    private @Nullable LiveLease salvage(Turn turn, LiveSession session, AttemptReport report) {
        var lane = runs.lane(new LaneId(report.chain().run(), report.lane()));
        if (lane == null || lane.claimsAreDurable()) return null;
        if (!session.shown.remove(new HeldAttempt(report.chain(), report.attempt(), true))) return null;
        var other = lane.inFlight.get(report.chain());
        if (other != null) {
            var theirs = other.leases.get(report.chain());
            if (theirs != null) {
                other.stop(new StopOrder(report.chain(), theirs.lease.attempt(), true, true));
                leases.release(other, theirs);
            }
        } else {
            // It may be ready, delayed or ended by now; after the commit the store knows how many are left.
            turn.recount.add(lane.id.run());
        }
        var lease = new Lease(report.chain(), lane.id, report.attempt(), 0, 0, session.id, Instant.EPOCH, false);
        var live = new LiveLease(lease, lane, turn.nanos);
        leases.takeOver(session, live);
        return live;
    }

    private void succeed(Turn turn, LiveSession session, LiveLease lease, AttemptReport report) {
        session.health = session.health.afterSuccess();
        if (sessions.size() > 1) lease.lane.run.score(session.id).successes++;
        AgentLeases.finish(turn, lease, ChainState.SUCCEEDED, Reason.NONE, report.exitCode(), report.outcome());
    }

    /** The agent stopped it: because the run is being ended, or because the agent itself ends. */
    private void stopped(Turn turn, LiveLease lease, AttemptReport report) {
        if (lease.lane.run.ending == EndRequest.NOT_ASKED) leases.giveBack(turn, lease);
        else
            AgentLeases.finish(
                    turn,
                    lease,
                    UnfinishedRuns.endState(lease.lane.run),
                    lease.lane.run.endReason,
                    report.exitCode(),
                    report.outcome());
    }

    /** A limit ended it that its author set to mean "enough", not "wrong": it is the fault of nobody. */
    private static void cancelled(Turn turn, LiveLease lease, AttemptReport report) {
        AgentLeases.finish(turn, lease, ChainState.CANCELLED, report.reason(), report.exitCode(), report.outcome());
    }

    private void failed(Turn turn, LiveSession session, LiveLease lease, AttemptReport report) {
        var run = lease.lane.run;
        judge(turn, session, run, report);
        var old = lease.lease;
        int failures = old.failures() + 1;
        var next = run.ending != EndRequest.NOT_ASKED
                ? new AfterAttempt.GiveUp(report.reason())
                : AfterAttempt.failure(
                        lease.lane.spec, report.reason(), failures, old.firstClaimed(), turn.now, random.nextDouble());
        switch (next) {
            case AfterAttempt.GiveUp give ->
                AgentLeases.finish(turn, lease, ChainState.FAILED, give.reason(), report.exitCode(), report.outcome());
            case AfterAttempt.TryAgainNow _ -> {
                AgentLeases.record(turn, lease, report.reason(), report.exitCode(), report.outcome());
                leases.requeue(turn, lease, failures, old.losses(), Optional.empty(), report.reason());
            }
            case AfterAttempt.TryAgainAt later -> {
                AgentLeases.record(turn, lease, report.reason(), report.exitCode(), report.outcome());
                leases.requeue(turn, lease, failures, old.losses(), Optional.of(later.due()), report.reason());
            }
        }
        if (!(next instanceof AfterAttempt.GiveUp)) counters.attemptsRetried.increment();
    }

    /** Puts an agent aside on which everything fails at once while the same runs do well elsewhere. */
    private void judge(Turn turn, LiveSession session, LiveRun run, AttemptReport report) {
        if (sessions.size() < 2) return;
        run.score(session.id).failures++;
        session.health = session.health.afterFailure(report.took());
        if (!session.health.isSuspicious()) return;
        long successes = 0;
        long failures = 0;
        for (var score : run.scores.entrySet()) {
            if (score.getKey().equals(session.id)) continue;
            successes += score.getValue().successes;
            failures += score.getValue().failures;
        }
        if (!AgentHealth.doesWellElsewhere(successes, failures)) return;
        session.health = session.health.putAside();
        session.asideUntilNanos = turn.nanos + session.health.pause().toNanos();
        session.recall(Integer.MAX_VALUE);
        counters.agentsPutAside.increment();
    }

    /** Keeps a piece of output, as long as its run has room for it. */
    void keep(Turn turn, LogChunk chunk) {
        var run = runs.find(chunk.chain().run());
        if (run == null) return; // the run is finished: an attempt that was given up still talks
        if (chunk.passing()) {
            turn.changes.logs().add(chunk);
            return;
        }
        long room = settings.maxLogBytesPerRun() - run.logBytes;
        var kept = chunk;
        if (chunk.bytes().size() > room) {
            long dropped = chunk.bytes().size() + chunk.dropped();
            kept = new LogChunk(chunk.chain(), chunk.attempt(), chunk.stream(), chunk.offset(), Payload.NONE, dropped);
        }
        counters.logBytesKept.add(kept.bytes().size());
        counters.logBytesDropped.add(kept.dropped());
        run.logBytes += kept.bytes().size();
        turn.changes.logs().add(kept);
        if (kept.bytes().size() > 0) {
            turn.changes
                    .runUpdates()
                    .add(TurnChanges.RunUpdate.of(run.id)
                            .withLogBytes(kept.bytes().size()));
        }
    }
}
