package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.Lease;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.Store;
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
    private static final long REST_NANOS = 200_000_000;

    private final Store store;
    private final Placement placement;
    private final UnfinishedRuns runs;
    private final EngineSettings settings;
    private final EngineCounters counters;
    private final EngineListener outlet;
    private final Map<SessionId, LiveSession> sessions = new LinkedHashMap<>();
    private final AgentUsage usage = new AgentUsage();
    private final AgentFunding funding = new AgentFunding();
    private final AgentViews views = new AgentViews(sessions.values());
    private final AgentLeases leases;
    private final AttemptReports attempts;
    private final ChainRecall recall;
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
        this.counters = counters;
        this.outlet = outlet;
        this.leases = new AgentLeases(store, placement, runs, settings, counters);
        this.attempts = new AttemptReports(
                sessions.values(), leases, funding, usage, placement, runs, settings, random, counters);
        this.recall = new ChainRecall(sessions.values(), placement, runs);
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

    AgentLeases leases() {
        return leases;
    }

    AgentViews views() {
        return views;
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
            if (!session.leases.containsKey(lease.chain()))
                leases.takeOver(session, new LiveLease(lease, lane, turn.nanos));
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
        session.funding = funding.fundingAt(turn.now, session);
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
        funding.tell(told);
        applyFunding(turn);
    }

    /** What nobody pays for any more is taken back before its machine is paid for again. */
    void passPaidTimes(Turn turn) {
        if (!turn.now.isBefore(funding.nextUnpaid())) applyFunding(turn);
    }

    Instant nextUnpaid() {
        return funding.nextUnpaid();
    }

    private void applyFunding(Turn turn) {
        funding.lookForUnpaid(turn.now);
        for (var session : sessions.values()) {
            if (!AgentFunding.costs(session)) continue;
            var paying = funding.fundingAt(turn.now, session);
            takeBackUnpaid(turn, session, paying);
            if (paying.equals(session.funding)) continue;
            session.funding = paying;
            if (!placement.knows(session.id)) continue;
            placement.removeAgent(session.id);
            enter(session);
            offer(turn, session);
        }
    }

    private void takeBackUnpaid(Turn turn, LiveSession session, LaneFunding paying) {
        // After a start nobody has said anything yet: what runs goes on until somebody does.
        if (!funding.isTold()) return;
        int slots = session.slots();
        for (var lease : List.copyOf(session.leases.values())) {
            var run = lease.lane.run;
            boolean hasRun = slots-- > 0 || lease.started;
            if (run.spec.budget().isEmpty() || paying.runs().contains(run.id) || run.ending != EndRequest.NOT_ASKED)
                continue;
            leases.release(session, lease);
            if (hasRun) funding.paidTime(session, lease).ifPresent(paid -> usage.lost(session, lease, turn, paid));
            if (session.connected) session.stop(new StopOrder(lease.lease.chain(), lease.lease.attempt(), false, true));
            leases.requeue(turn, lease, lease.lease.failures(), lease.lease.losses(), Optional.empty(), Reason.BUDGET);
            offer(turn, session);
        }
    }

    private void readLeases(LiveSession session) {
        for (var lease : store.leasesOf(session.id)) {
            var lane = runs.lane(lease.lane());
            if (lane == null || session.leases.containsKey(lease.chain())) continue;
            leases.takeOver(session, new LiveLease(lease, lane, session.lastHeardNanos));
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
                leases.release(session, lease);
                leases.giveBack(turn, lease);
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
                leases.release(session, lease);
                leases.giveBack(turn, lease);
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
        var own = new OwnAttempts(sessions.values(), counters, turn, session);
        report.output().stream().filter(own::hasOutput).forEach(chunk -> attempts.keep(turn, chunk));
        report.started().forEach(held -> AttemptReports.started(turn, session, held));
        report.ended().forEach(ended -> attempts.ended(turn, session, own, ended));
        report.returned().forEach(held -> attempts.returned(turn, session, held));
        report.holding().ifPresent(holding -> {
            compare(turn, session, holding);
            insist(turn, session);
        });
        report.credit().ifPresent(credit -> session.credit = credit);
        recall.whatIsHoarded(turn, session);
        if (report.sequence() > session.acknowledged) session.acknowledged = report.sequence();
        if (report.goodbye()) sayGoodbye(turn, session);
        else offer(turn, session);
    }

    private void sayGoodbye(Turn turn, LiveSession session) {
        for (var lease : List.copyOf(session.leases.values())) {
            leases.release(session, lease);
            leases.giveBack(turn, lease);
        }
        leave(turn, session.id);
    }

    /** Those of the attempts that the agent holds. Of the others, those that another agent holds are counted and written down. */
    Set<HeldAttempt> held(Turn turn, SessionId id, Collection<HeldAttempt> named) {
        var session = sessions.get(id);
        if (session == null) return new HashSet<>();
        return new OwnAttempts(sessions.values(), counters, turn, session).among(named);
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
            leases.release(session, lease);
            funding.paidTime(session, lease).ifPresent(paid -> usage.lost(session, lease, turn, paid));
            counters.leasesLost.increment();
            leases.lost(turn, lease, blamed.contains(lease));
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
            leases.release(session, lease);
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
        recall.forIdle(turn);
    }

    // --- what agents can take, and what they are told ---

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
}
