package io.tidewheel.engine;

import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.Lease;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.Store;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.scheduling.AfterAttempt;
import io.tidewheel.scheduling.AgentHealth;
import io.tidewheel.scheduling.LaneFunding;
import io.tidewheel.scheduling.Placement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The agents' sessions and their leases: who holds what, what they report, and what happens when they fall silent. */
final class AgentSessions {
    private static final int MOST_LANES = 10_000;

    private final Store store;
    private final Placement placement;
    private final UnfinishedRuns runs;
    private final EngineSettings settings;
    private final RandomGenerator random;
    private final EngineCounters counters;
    private final EngineListener outlet;
    private final Map<SessionId, LiveSession> sessions = new LinkedHashMap<>();
    private final AgentUsage usage = new AgentUsage();
    private Instant nextDue = Instant.MAX;
    private Map<MachineId, Map<RunId, PaidTime>> paidTimes = Map.of();
    private boolean isFunded;
    private Instant nextUnpaid = Instant.MAX;
    /** Agents have come or gone since it was last asked. */
    private boolean changed;

    AgentSessions(
            Store store,
            Placement placement,
            UnfinishedRuns runs,
            EngineSettings settings,
            RandomGenerator random,
            EngineCounters counters,
            EngineListener outlet) {
        this.store = store;
        this.placement = placement;
        this.runs = runs;
        this.settings = settings;
        this.random = random;
        this.counters = counters;
        this.outlet = outlet;
    }

    Collection<LiveSession> all() {
        return sessions.values();
    }

    @Nullable
    LiveSession find(SessionId id) {
        return sessions.get(id);
    }

    boolean takeChange() {
        boolean was = changed;
        changed = false;
        return was;
    }

    AgentUsage usage() {
        return usage;
    }

    Instant nextDue() {
        return nextDue;
    }

    // --- coming and going ---

    /** Leases of a former life of a server: their agents have until the end of the grace time to join again. */
    void adopt(Turn turn, List<Lease> orphans) {
        for (var lease : orphans) {
            var lane = runs.lane(lease.lane());
            if (lane == null) continue;
            var known = sessions.get(lease.session());
            if (known != null && known.connected) continue; // it joined meanwhile and has shown what it holds
            var session = known != null ? known : newOrphan(turn, lease.session());
            if (!session.leases.containsKey(lease.chain())) takeOver(session, new LiveLease(lease, lane, turn.nanos));
        }
    }

    private LiveSession newOrphan(Turn turn, SessionId id) {
        var session = new LiveSession(id);
        session.graceUntilNanos = turn.nanos + settings.restartGrace().toNanos();
        sessions.put(id, session);
        turn.changes.adopted().add(id);
        return session;
    }

    /**
     * An agent has connected. What it holds is compared with what we know; on a store that other servers share, only after it is durable
     * that this one looks after the session, because until then another one may still have leased something to it.
     */
    void join(Turn turn, AgentDescription info, List<HeldAttempt> holding) {
        var known = sessions.get(info.session());
        if (known != null) checkIdentity(known, info);
        var session = known != null ? known : new LiveSession(info.session());
        if (placement.knows(session.id)) placement.removeAgent(session.id);
        session.info = info;
        session.connected = true;
        session.draining = info.draining();
        session.credit = info.credit();
        session.lastHeardNanos = turn.nanos;
        session.joins++;
        session.reproached = false;
        if (session.since.equals(Instant.EPOCH)) session.since = turn.now;
        session.tellAgain();
        sessions.put(session.id, session);
        lookAfter(turn, session, info);
        if (!store.shared()) {
            if (known == null) readLeases(session);
            admit(turn, session, holding);
            return;
        }
        int join = session.joins;
        turn.next(later -> {
            if (sessions.get(session.id) != session || session.joins != join || !session.connected) return;
            readLeases(session);
            admit(later, session, holding);
        });
    }

    /** Whoever opened the session has been asked for already by whoever let this agent in; but it may have been opened since then. */
    private static void checkIdentity(LiveSession known, AgentDescription info) {
        if (known.info == null || known.info.identity().admits(info.identity())) return;
        throw new Refusal(Refusal.Kind.CONFLICT, "the session %s belongs to another agent".formatted(info.session()));
    }

    private static void lookAfter(Turn turn, LiveSession session, AgentDescription info) {
        turn.changes
                .sessions()
                .add(new SessionRecord(
                        session.id,
                        info.name(),
                        info.host(),
                        info.offers(),
                        info.slots(),
                        session.since,
                        turn.changes.server(),
                        info.identity()));
    }

    /**
     * The server that hears an agent looks after it. Another one that noticed too late that the agent has gone may have written itself
     * down meanwhile, or leased something to it.
     */
    private void insist(Turn turn, LiveSession session) {
        var info = session.info;
        if (!store.shared() || info == null) return;
        lookAfter(turn, session, info);
        turn.next(_ -> {
            if (sessions.get(session.id) == session && session.connected) readLeases(session);
        });
    }

    private void admit(Turn turn, LiveSession session, List<HeldAttempt> holding) {
        reconcile(turn, session, holding);
        session.funding = fundingOf(turn, session);
        enter(session);
        changed = true;
        offer(turn, session);
    }

    private void enter(LiveSession session) {
        placement.addAgent(
                session.id, session.offers(), session.has(), session.slots(), session.only(), session.funding);
        if (session.undecided().size() > 0) placement.mayOffer(session.id, session.undecided());
    }

    // --- who pays ---

    /** Says which runs that have a budget of their own may use which machines, and when; it holds until it is said again. */
    void fund(Turn turn, Map<MachineId, Map<RunId, PaidTime>> told) {
        paidTimes = told;
        isFunded = true;
        applyFunding(turn);
    }

    /** What nobody pays for any more is taken back before its machine is paid for again. */
    void passPaidTimes(Turn turn) {
        if (!turn.now.isBefore(nextUnpaid)) applyFunding(turn);
    }

    Instant nextUnpaid() {
        return nextUnpaid;
    }

    private void applyFunding(Turn turn) {
        nextUnpaid = Instant.MAX;
        for (var times : paidTimes.values()) {
            for (var time : times.values())
                if (turn.now.isBefore(time.until()) && time.until().isBefore(nextUnpaid)) nextUnpaid = time.until();
        }
        for (var session : sessions.values()) {
            if (!costs(session)) continue;
            var funding = fundingOf(turn, session);
            takeBackUnpaid(turn, session, funding);
            if (funding.equals(session.funding)) continue;
            session.funding = funding;
            if (!placement.knows(session.id)) continue;
            placement.removeAgent(session.id);
            enter(session);
            offer(turn, session);
        }
    }

    private static boolean costs(LiveSession session) {
        var info = session.info;
        return info != null && info.costs();
    }

    private LaneFunding fundingOf(Turn turn, LiveSession session) {
        if (!costs(session)) return LaneFunding.EVERYBODY;
        var paying = new ArrayList<RunId>();
        timesOf(session).forEach((run, time) -> {
            if (time.holdsAt(turn.now)) paying.add(run);
        });
        return LaneFunding.by(paying);
    }

    private Map<RunId, PaidTime> timesOf(LiveSession session) {
        var name = MachineId.ofAgent(session.name());
        return MachineId.isOne(name) ? paidTimes.getOrDefault(new MachineId(name), Map.of()) : Map.of();
    }

    /** When the run of a lease may use the machine; empty if nobody has said that it may. */
    private Optional<PaidTime> paidTime(LiveSession session, LiveLease lease) {
        var run = lease.lane.run;
        if (run.spec.budget().isEmpty() || !costs(session)) return Optional.of(PaidTime.ALWAYS);
        return Optional.ofNullable(timesOf(session).get(run.id));
    }

    private void takeBackUnpaid(Turn turn, LiveSession session, LaneFunding funding) {
        // After a start nobody has said anything yet: what runs goes on until somebody does.
        if (!isFunded) return;
        int slots = session.slots();
        for (var lease : List.copyOf(session.leases.values())) {
            var run = lease.lane.run;
            boolean hasRun = slots-- > 0 || lease.started;
            if (run.spec.budget().isEmpty() || funding.runs().contains(run.id) || run.ending != EndRequest.NOT_ASKED)
                continue;
            release(session, lease);
            if (hasRun) paidTime(session, lease).ifPresent(paid -> usage.lost(session, lease, turn, paid));
            if (session.connected) session.stop(new StopOrder(lease.lease.chain(), lease.lease.attempt(), false, true));
            requeue(turn, lease, lease.lease.failures(), lease.lease.losses(), Optional.empty(), Reason.BUDGET);
            offer(turn, session);
        }
    }

    /** The work of runs that have a budget of their own. */
    List<FleetWork.Limited> limited(Turn turn, Collection<LiveRun> all) {
        var limited = new ArrayList<FleetWork.Limited>();
        for (var run : all) {
            if (run.spec.budget().isEmpty()) continue;
            limited.add(new FleetWork.Limited(
                    run.id, run.spec.owner(), run.spec.budget().get(), lanes(turn, List.of(run)), turn.now));
        }
        return limited;
    }

    private void readLeases(LiveSession session) {
        for (var lease : store.leasesOf(session.id)) {
            var lane = runs.lane(lease.lane());
            if (lane == null || session.leases.containsKey(lease.chain())) continue;
            takeOver(session, new LiveLease(lease, lane, session.lastHeardNanos));
        }
    }

    /** What the agent shows and what we know must become the same: the rest is queued again here, or ended there. */
    private void reconcile(Turn turn, LiveSession session, List<HeldAttempt> holding) {
        var shown = new HashMap<ChainId, Integer>();
        holding.forEach(held -> shown.put(held.chain(), held.attempt()));
        rememberShown(session, holding);
        for (var lease : List.copyOf(session.leases.values())) {
            var attempt = shown.remove(lease.lease.chain());
            if (attempt == null || attempt != lease.lease.attempt()) {
                if (attempt != null) shown.put(lease.lease.chain(), attempt);
                release(session, lease);
                giveBack(turn, lease);
            } else if (lease.lane.run.ending != EndRequest.NOT_ASKED) {
                session.stop(stopOf(lease));
            }
        }
        // An unacknowledged report of an at-least-once chain may still count, so the agent sends it before it forgets
        // the chain.
        shown.forEach((chain, attempt) -> session.stop(new StopOrder(chain, attempt, true, true)));
    }

    /** Receipts are for what the store does not know. */
    private static void rememberShown(LiveSession session, List<HeldAttempt> holding) {
        session.shown.clear();
        holding.stream().filter(HeldAttempt::receipted).forEach(session.shown::add);
    }

    /**
     * Finds what was lost on the way although the connection stands: what the agent does not know twice in a row is queued again, and what
     * we do not know it is told to forget.
     */
    private void compare(Turn turn, LiveSession session, List<HeldAttempt> holding) {
        var shown = new HashMap<ChainId, Integer>();
        holding.forEach(held -> shown.put(held.chain(), held.attempt()));
        rememberShown(session, holding);
        for (var lease : List.copyOf(session.leases.values())) {
            var attempt = shown.get(lease.lease.chain());
            if (attempt != null && attempt == lease.lease.attempt()) {
                lease.missing = 0;
                shown.remove(lease.lease.chain());
            } else if (++lease.missing >= 2) {
                release(session, lease);
                giveBack(turn, lease);
            }
        }
        shown.forEach((chain, attempt) -> {
            var lease = session.leases.get(chain);
            if (lease == null || lease.lease.attempt() > attempt)
                session.stop(new StopOrder(chain, attempt, true, true));
        });
    }

    void leave(Turn turn, SessionId id) {
        var session = sessions.get(id);
        if (session == null || !session.connected) return;
        session.connected = false;
        session.graceUntilNanos = turn.nanos + settings.reconnectGrace().toNanos();
        session.dropOrder();
        placement.removeAgent(id);
        changed = true;
        if (session.leases.isEmpty()) sessions.remove(id);
    }

    void drain(LiveSession session) {
        session.draining = true;
        session.tellToDrain();
        if (placement.knows(session.id)) placement.pause(session.id);
    }

    // --- reports ---

    void report(Turn turn, SessionId id, AgentReport report) {
        var session = sessions.get(id);
        if (session == null || !session.connected)
            return; // given up meanwhile: it will join again and show what it holds
        session.lastHeardNanos = turn.nanos;
        if (report.sequence() != 0 && report.sequence() <= session.acknowledged)
            return; // repeated, because our answer was lost
        var own = new OwnAttempts(turn, session);
        report.output().stream().filter(own::hasOutput).forEach(chunk -> keep(turn, chunk));
        report.started().forEach(held -> started(turn, session, held));
        report.ended().forEach(ended -> ended(turn, session, own, ended));
        report.returned().forEach(held -> returned(turn, session, held));
        report.holding().ifPresent(holding -> {
            compare(turn, session, holding);
            insist(turn, session);
        });
        report.credit().ifPresent(credit -> session.credit = credit);
        recallWhatIsHoarded(turn, session);
        if (report.sequence() > session.acknowledged) session.acknowledged = report.sequence();
        if (report.goodbye()) sayGoodbye(turn, session);
        else offer(turn, session);
    }

    /**
     * An agent that holds more than it wants has found out that this takes long. Others are not to wait for all of it, whether they have
     * something there or nothing, so it gives back what it has too much.
     */
    private void recallWhatIsHoarded(Turn turn, LiveSession session) {
        int excess = session.leases.size() - Math.max(session.credit, session.slots());
        if (excess <= 0 || turn.nanos < session.recallUntilNanos || !placement.knows(session.id)) return;
        if (!isHoarded(session, excess)) return;
        session.recall(excess);
        session.recallUntilNanos = turn.nanos + RECALL_AGAIN_NANOS;
    }

    /** Whether among the last of its chains are some that may take long, and somebody else waits. */
    private boolean isHoarded(LiveSession session, int excess) {
        LiveLease slow = null;
        boolean several = false;
        for (var lease : session.leases.sequencedValues().reversed()) {
            if (excess-- == 0) break;
            if (runs.lane(lease.lane.id) != lease.lane) continue;
            if (slow != null && !slow.lane.run.spec.owner().equals(lease.lane.run.spec.owner())) several = true;
            if (placement.isSlow(lease.lane.id)) slow = lease;
        }
        return slow != null && (several || placement.isOwedTo(session.id, slow.lane.id));
    }

    private void sayGoodbye(Turn turn, LiveSession session) {
        for (var lease : List.copyOf(session.leases.values())) {
            release(session, lease);
            giveBack(turn, lease);
        }
        leave(turn, session.id);
    }

    private static void started(Turn turn, LiveSession session, HeldAttempt held) {
        var lease = session.leases.get(held.chain());
        if (lease == null || lease.lease.attempt() != held.attempt() || lease.started) return;
        lease.started = true;
        lease.startedNanos = turn.nanos;
    }

    private void returned(Turn turn, LiveSession session, HeldAttempt held) {
        var lease = session.leases.get(held.chain());
        if (lease == null || lease.lease.attempt() != held.attempt()) return;
        counters.chainsRecalled.increment();
        session.recallUntilNanos = 0;
        release(session, lease);
        giveBack(turn, lease);
    }

    private void ended(Turn turn, LiveSession session, OwnAttempts own, AttemptReport report) {
        var lease = session.leases.get(report.chain());
        if (lease == null || lease.lease.attempt() != report.attempt()) lease = salvage(turn, session, report);
        if (lease == null) {
            if (!own.isAnothers(report.chain(), report.attempt())) counters.staleReportsRefused.increment();
            return;
        }
        release(session, lease);
        var ended = lease;
        paidTime(session, ended).ifPresent(paid -> usage.ended(session, ended, report, turn.now, paid));
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
                release(other, theirs);
            }
        } else {
            // It may be ready, delayed or ended by now; after the commit the store knows how many are left.
            turn.recount.add(lane.id.run());
        }
        var lease = new Lease(report.chain(), lane.id, report.attempt(), 0, 0, session.id, Instant.EPOCH, false);
        var live = new LiveLease(lease, lane, turn.nanos);
        takeOver(session, live);
        return live;
    }

    private void succeed(Turn turn, LiveSession session, LiveLease lease, AttemptReport report) {
        session.health = session.health.afterSuccess();
        if (sessions.size() > 1) lease.lane.run.score(session.id).successes++;
        finish(turn, lease, ChainState.SUCCEEDED, Reason.NONE, report.exitCode(), report.outcome());
    }

    /** The agent stopped it: because the run is being ended, or because the agent itself ends. */
    private void stopped(Turn turn, LiveLease lease, AttemptReport report) {
        if (lease.lane.run.ending == EndRequest.NOT_ASKED) giveBack(turn, lease);
        else
            finish(
                    turn,
                    lease,
                    UnfinishedRuns.endState(lease.lane.run),
                    lease.lane.run.endReason,
                    report.exitCode(),
                    report.outcome());
    }

    /** A limit ended it that its author set to mean "enough", not "wrong": it is the fault of nobody. */
    private static void cancelled(Turn turn, LiveLease lease, AttemptReport report) {
        finish(turn, lease, ChainState.CANCELLED, report.reason(), report.exitCode(), report.outcome());
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
                finish(turn, lease, ChainState.FAILED, give.reason(), report.exitCode(), report.outcome());
            case AfterAttempt.TryAgainNow _ -> {
                record(turn, lease, report.reason(), report.exitCode(), report.outcome());
                requeue(turn, lease, failures, old.losses(), Optional.empty(), report.reason());
            }
            case AfterAttempt.TryAgainAt later -> {
                record(turn, lease, report.reason(), report.exitCode(), report.outcome());
                requeue(turn, lease, failures, old.losses(), Optional.of(later.due()), report.reason());
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

    /** Tells apart, for one message of an agent, what is its own, what was, and what another agent holds. */
    private final class OwnAttempts {
        private static final int MOST_SEARCHES = 64;

        private final Turn turn;
        private final LiveSession session;
        private int searches;

        OwnAttempts(Turn turn, LiveSession session) {
            this.turn = turn;
            this.session = session;
        }

        boolean hasOutput(LogChunk chunk) {
            var lease = session.leases.get(chunk.chain());
            if (lease != null && lease.lease.attempt() == chunk.attempt()) return true;
            if (session.shown.contains(new HeldAttempt(chunk.chain(), chunk.attempt(), true))) return true;
            isAnothers(chunk.chain(), chunk.attempt());
            return false;
        }

        /** True if another agent holds this very attempt: then it is counted, and written down once for each connection. */
        boolean isAnothers(ChainId chain, int attempt) {
            // A message with very many of them is not worth a search for each.
            if (searches++ >= MOST_SEARCHES) return false;
            for (var other : sessions.values()) {
                if (other == session) continue;
                var lease = other.leases.get(chain);
                if (lease == null || lease.lease.attempt() != attempt) continue;
                reproach(
                        turn,
                        session,
                        "attempt %d of %s, which agent %s holds".formatted(attempt, chain, other.name()));
                return true;
            }
            return false;
        }
    }

    Set<HeldAttempt> held(Turn turn, SessionId id, Collection<HeldAttempt> named) {
        var session = sessions.get(id);
        var held = new HashSet<HeldAttempt>();
        if (session == null) return held;
        var own = new OwnAttempts(turn, session);
        for (var each : named) {
            var lease = session.leases.get(each.chain());
            if (lease != null && lease.lease.attempt() == each.attempt()) held.add(each);
            else own.isAnothers(each.chain(), each.attempt());
        }
        return held;
    }

    private void reproach(Turn turn, LiveSession session, String what) {
        counters.forgeriesRefused.increment();
        if (session.reproached) return;
        session.reproached = true;
        turn.changes
                .audit()
                .add(new AuditEntry(
                        turn.now, "agent " + session.name(), "forgery-refused", "session " + session.id, what));
    }

    private void keep(Turn turn, LogChunk chunk) {
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

    // --- silence ---

    /** Agents that have been silent for too long lose their leases. {@code stallNanos} is time in which we ourselves did not listen. */
    void expire(Turn turn, long stallNanos) {
        for (var session : List.copyOf(sessions.values())) {
            session.lastHeardNanos += stallNanos;
            if (!session.connected) session.graceUntilNanos += stallNanos;
            boolean silent = session.connected
                    ? turn.nanos - session.lastHeardNanos > settings.silence().toNanos()
                    : turn.nanos - session.graceUntilNanos > 0;
            if (silent) lose(turn, session);
            else if (session.isBackAt(turn.nanos)) offer(turn, session);
        }
    }

    private void lose(Turn turn, LiveSession session) {
        boolean wasConnected = session.connected;
        sessions.remove(session.id);
        placement.removeAgent(session.id);
        changed = true;
        counters.agentsLost.increment();
        var blamed = blamed(session);
        for (var lease : List.copyOf(session.leases.values())) {
            release(session, lease);
            paidTime(session, lease).ifPresent(paid -> usage.lost(session, lease, turn, paid));
            counters.leasesLost.increment();
            lost(turn, lease, blamed.contains(lease));
        }
        if (wasConnected)
            turn.afterwards(() -> outlet.disconnect(session.id, "nothing was heard from the agent for too long"));
    }

    /**
     * The chains that may have been running: those said to be started, and the first ones in order, as many as there are slots. A chain that
     * was with a lost agent before is told of at its start, with all that ended until then: if there is one, it and its kind fill slots.
     */
    private static Collection<LiveLease> blamed(LiveSession session) {
        var blamed = new HashSet<LiveLease>();
        int slots = session.slots();
        for (var lease : session.leases.values()) {
            if (!lease.started) continue;
            blamed.add(lease);
            if (lease.lease.losses() > 0) slots--;
        }
        for (var lease : session.leases.values()) {
            if (!lease.started && slots-- > 0) blamed.add(lease);
        }
        return blamed;
    }

    private void lost(Turn turn, LiveLease lease, boolean blamed) {
        var run = lease.lane.run;
        if (run.ending != EndRequest.NOT_ASKED) {
            finish(turn, lease, UnfinishedRuns.endState(run), run.endReason, 0, Payload.NONE);
            return;
        }
        if (!blamed) {
            giveBack(turn, lease);
            return;
        }
        int losses = lease.lease.losses() + 1;
        record(turn, lease, Reason.AGENT_LOST, 0, Payload.NONE);
        switch (AfterAttempt.loss(lease.lane.spec, losses, settings.poisonAfter())) {
            case AfterAttempt.GiveUp give -> {
                if (give.reason() == Reason.POISON) counters.chainsPoisoned.increment();
                finish(turn, lease, ChainState.FAILED, give.reason(), 0, Payload.NONE);
            }
            case AfterAttempt.TryAgainNow _, AfterAttempt.TryAgainAt _ ->
                requeue(turn, lease, lease.lease.failures(), losses, Optional.empty(), Reason.AGENT_LOST);
        }
    }

    // --- stopping and recalling ---

    /** Tells all agents that run chains of a run to stop them. */
    void stopAll(LiveRun run) {
        for (var session : sessions.values()) {
            for (var lease : session.leases.values()) {
                if (lease.lane.run == run && session.connected) session.stop(stopOf(lease));
            }
        }
    }

    /** The indexes of a run's chains that agents of this server hold. */
    List<Integer> heldOf(LiveRun run) {
        var held = new ArrayList<Integer>();
        for (var session : sessions.values()) {
            for (var lease : session.leases.values()) {
                if (lease.lane.run == run) held.add(lease.lease.chain().index());
            }
        }
        return held;
    }

    /** Takes away the lease of a chain that was ended otherwise. Its agent is told to stop it, and to say nothing of it any more. */
    void takeAway(Turn turn, ChainId chain) {
        for (var session : sessions.values()) {
            var lease = session.leases.get(chain);
            if (lease == null) continue;
            release(session, lease);
            if (session.connected) session.stop(new StopOrder(chain, lease.lease.attempt(), false, true));
            offer(turn, session);
            return;
        }
    }

    private static StopOrder stopOf(LiveLease lease) {
        lease.stopping = true;
        return new StopOrder(
                lease.lease.chain(), lease.lease.attempt(), lease.lane.run.ending == EndRequest.KILL, false);
    }

    /** Takes unstarted chains from agents that hold more than they can run, when others stand idle. */
    void recallForIdle(Turn turn) {
        if (!holdsMoreThanItRuns()) return;
        for (var id : placement.idleAgents()) {
            int wanted = placement.idleSlots(id);
            for (var donor : sessions.values()) {
                if (wanted == 0) break;
                int unstarted = donor.leases.size() - donor.slots();
                if (donor.id.equals(id) || !donor.connected || unstarted <= 0 || turn.nanos < donor.recallUntilNanos)
                    continue;
                if (!holdsSomethingFor(donor, id)) continue;
                int count = Math.min(unstarted, Math.max(wanted, unstarted / 2));
                donor.recall(count);
                donor.recallUntilNanos = turn.nanos + RECALL_AGAIN_NANOS;
                wanted -= Math.min(wanted, count);
            }
        }
    }

    private boolean holdsMoreThanItRuns() {
        for (var donor : sessions.values()) if (donor.connected && donor.leases.size() > donor.slots()) return true;
        return false;
    }

    private static final long RECALL_AGAIN_NANOS = 200_000_000;
    private static final long REST_NANOS = 200_000_000;

    private boolean holdsSomethingFor(LiveSession donor, SessionId idle) {
        var last = lastOf(donor);
        return last != null && runs.lane(last.lane.id) == last.lane && placement.hasRoomFor(idle, last.lane.id);
    }

    private static @Nullable LiveLease lastOf(LiveSession session) {
        return session.leases.isEmpty() ? null : session.leases.lastEntry().getValue();
    }

    // --- leases ---

    void hold(LiveSession session, LiveLease lease) {
        session.leases.put(lease.lease.chain(), lease);
        session.used = session.used.plus(lease.lane.spec.needs());
        lease.slow = placement.isSlow(lease.lane.id);
        if (lease.slow) session.slow.merge(lease.lane.run.spec.owner(), 1, Integer::sum);
        lease.lane.running++;
        if (!lease.lease.durable()) lease.lane.inFlight.put(lease.lease.chain(), session);
    }

    /** Holds a lease that the placement did not grant. */
    private void takeOver(LiveSession session, LiveLease lease) {
        hold(session, lease);
        placement.running(lease.lane.id, 1);
    }

    private void release(LiveSession session, LiveLease lease) {
        session.leases.remove(lease.lease.chain());
        session.used = session.used.minus(lease.lane.spec.needs());
        if (lease.slow)
            session.slow.computeIfPresent(lease.lane.run.spec.owner(), (_, had) -> had > 1 ? had - 1 : null);
        lease.lane.running--;
        if (runs.lane(lease.lane.id) == lease.lane) placement.running(lease.lane.id, -1);
        if (!lease.lease.durable()) lease.lane.inFlight.remove(lease.lease.chain());
    }

    private static void finish(
            Turn turn, LiveLease lease, ChainState state, Reason reason, int exitCode, Payload report) {
        settle(turn, lease);
        turn.changes.finishes().add(new TurnChanges.Finish(lease.lease, state, reason, exitCode, turn.now, report));
        turn.touched.add(lease.lane.run);
        turn.ended(
                lease.lane.run.id,
                new EndedChain(lease.lease.chain().index(), state, reason, exitCode, lease.lease.attempt(), report));
    }

    private static void settle(Turn turn, LiveLease lease) {
        if (!lease.lease.durable()) turn.settling.add(lease.lease.chain());
    }

    /** Queues a chain again that was not started, or whose end was not its own fault. */
    private void giveBack(Turn turn, LiveLease lease) {
        var run = lease.lane.run;
        if (run.ending != EndRequest.NOT_ASKED)
            finish(turn, lease, UnfinishedRuns.endState(run), run.endReason, 0, Payload.NONE);
        else requeue(turn, lease, lease.lease.failures(), lease.lease.losses(), Optional.empty(), Reason.RETURNED);
    }

    private void requeue(Turn turn, LiveLease lease, int failures, int losses, Optional<Instant> due, Reason reason) {
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

    private static void record(Turn turn, LiveLease lease, Reason reason, int exitCode, Payload outcome) {
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

    void lookForDue() {
        nextDue = store.nextDue().orElse(Instant.MAX);
    }

    /** Another server took what was granted to it, or looks after it: trying again at once would only burn time. */
    void rest(Turn turn, LiveSession session) {
        session.restUntilNanos = turn.nanos + REST_NANOS;
    }

    /** Tells the placement how much the agent can take. */
    void offer(Turn turn, LiveSession session) {
        if (!session.connected || !placement.knows(session.id)) return;
        boolean takesNothing = session.draining || session.asideUntilNanos != 0 || session.restUntilNanos != 0;
        int held = session.leases.size();
        int idle = takesNothing ? 0 : Math.max(0, Math.min(session.slots(), session.credit) - held);
        int spare = takesNothing ? 0 : Math.max(0, session.credit - Math.max(held, session.slots()));
        if (takesNothing) placement.pause(session.id);
        else placement.free(session.id, idle, spare, session.used, session.slow);
    }

    void flush() {
        for (var session : sessions.values()) {
            if (!session.connected) continue;
            var order = session.takeOrder();
            if (order != null) outlet.order(session.id, order);
        }
    }

    List<HeldAttempt> leased() {
        return sessions.values().stream()
                .flatMap(session -> session.leases.values().stream())
                .map(lease -> new HeldAttempt(lease.lease.chain(), lease.lease.attempt()))
                .toList();
    }

    /**
     * What waits and what runs of each lane, of the oldest runs first, and not of more lanes than a limit. What waits at its agent for a slot
     * waits as well: it would be taken back for an agent that has one.
     */
    List<SeenLane> lanes(Turn turn, Collection<LiveRun> runs) {
        var running = new HashMap<LaneId, Map<String, SeenLane.OnAgent>>();
        var unstarted = new HashMap<LaneId, Long>();
        for (var session : sessions.values()) {
            int slots = session.slots();
            for (var lease : session.leases.values()) {
                if (slots-- <= 0 && !lease.started) {
                    unstarted.merge(lease.lane.id, 1L, Long::sum);
                    continue;
                }
                var one = new SeenLane.OnAgent(session.name(), 1, since(turn, lease));
                running.computeIfAbsent(lease.lane.id, _ -> new LinkedHashMap<>())
                        .merge(session.name(), one, SeenLane.OnAgent::plus);
            }
        }
        var lanes = new ArrayList<SeenLane>();
        for (var run : runs) {
            for (var lane : run.lanes) {
                var on = running.getOrDefault(lane.id, Map.of());
                // What is not made yet of an array waits in its first lane.
                long unmade = lane.id.number() == 0 ? run.unmade() : 0;
                long ready = run.mayStartWork() ? lane.ready + unmade + unstarted.getOrDefault(lane.id, 0L) : 0;
                if (ready == 0 && on.isEmpty()) continue;
                if (lanes.size() >= MOST_LANES) return lanes;
                lanes.add(new SeenLane(
                        lane.id,
                        run.spec.owner(),
                        run.spec.priority(),
                        run.created,
                        run.spec.deadline(),
                        lane.spec.requires(),
                        lane.spec.needs(),
                        AgentUsage.kind(lane),
                        ready,
                        List.copyOf(on.values())));
            }
        }
        return lanes;
    }

    /** Two clocks never agree to the nanosecond: what has not changed should look the same, so it is whole milliseconds. */
    private static Instant since(Turn turn, LiveLease lease) {
        long began = lease.started ? lease.startedNanos : lease.sinceNanos;
        var exact = turn.now.minusNanos(Math.max(0, turn.nanos - began));
        return Instant.ofEpochMilli(exact.toEpochMilli());
    }

    List<AgentView> views(Turn turn) {
        var views = new ArrayList<AgentView>(sessions.size());
        for (var session : sessions.values()) {
            var info = session.info;
            if (info == null) continue;
            views.add(new AgentView(
                    session.id,
                    info.name(),
                    info.host(),
                    info.offers(),
                    info.slots(),
                    session.leases.size(),
                    session.credit,
                    stateOf(session),
                    session.since,
                    java.time.Duration.ofNanos(turn.nanos - session.lastHeardNanos),
                    session.finishedTotal,
                    session.leases.isEmpty()
                            ? Optional.empty()
                            : Optional.of(session.leases.keySet().iterator().next()),
                    session.has(),
                    left(session)));
        }
        return views;
    }

    private static Amounts left(LiveSession session) {
        var left = session.has();
        if (left.equals(Amounts.UNLIMITED)) return left;
        for (var lease : session.leases.values()) left = left.minus(lease.lane.spec.needs());
        return left;
    }

    private static AgentView.State stateOf(LiveSession session) {
        if (!session.connected) return AgentView.State.DISCONNECTED;
        if (session.asideUntilNanos != 0) return AgentView.State.ASIDE;
        if (session.draining) return AgentView.State.DRAINING;
        return session.leases.isEmpty() ? AgentView.State.IDLE : AgentView.State.BUSY;
    }
}
