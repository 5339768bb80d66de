package io.tidewheel.engine;

import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.Lease;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.ShownAttempt;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The agents' sessions and their leases: who holds what, what they report, and what happens when they fall silent. */
final class AgentSessions {
    private static final long REST_NANOS = 200_000_000;
    private static final int TRIES_IN_VAIN = 2;
    private static final int MOST_RECLAIMED = 10_000;

    private final Store store;
    private final Placement placement;
    private final UnfinishedRuns runs;
    private final EngineSettings settings;
    private final EngineCounters counters;
    private final EngineListener listener;
    private final Map<SessionId, LiveSession> sessions = new LinkedHashMap<>();
    private final PendingOrders orders = new PendingOrders();
    private final AgentMoves moves = new AgentMoves();
    private final AgentUsage usage = new AgentUsage();
    private final AgentFunding funding = new AgentFunding();
    private final AgentViews views = new AgentViews(sessions.values());
    private final AgentLeases leases;
    private final AttemptReports attempts;
    private final ChainRecall recall;
    private final AgentLosses losses;
    /** Whether another server has written down that it hears an agent. */
    private Predicate<SessionId> isHeardElsewhere = _ -> false;
    /** Agents have come or gone since it was last asked. */
    private boolean changed;

    AgentSessions(
            Store store,
            Placement placement,
            UnfinishedRuns runs,
            EngineSettings settings,
            RandomGenerator random,
            EngineCounters counters,
            EngineListener listener) {
        this.store = store;
        this.placement = placement;
        this.runs = runs;
        this.settings = settings;
        this.counters = counters;
        this.listener = listener;
        this.leases = new AgentLeases(store, placement, runs, settings, counters);
        this.attempts = new AttemptReports(
                sessions.values(), leases, funding, usage, placement, runs, settings, random, counters);
        this.losses = new AgentLosses(store, sessions, placement, leases, funding, usage, counters, listener);
        this.recall = new ChainRecall(sessions.values(), placement, runs);
    }

    Collection<LiveSession> all() {
        return sessions.values();
    }

    Map<SessionId, LiveSession> byId() {
        return sessions;
    }

    @Nullable
    LiveSession find(SessionId id) {
        return sessions.get(id);
    }

    void isHeardElsewhere(Predicate<SessionId> known) {
        isHeardElsewhere = known;
    }

    boolean hasChanged() {
        return changed || losses.hasChanged();
    }

    boolean takeChange() {
        boolean was = hasChanged();
        losses.changeTaken();
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

    AgentMoves moves() {
        return moves;
    }

    // --- coming and going ---

    /** Agents of a former life of this server, which may come back for as long as their leases would be kept. */
    void expect(Turn turn, List<AgentRecord> former) {
        for (var agent : former) {
            var session = sessions.computeIfAbsent(agent.session(), id -> new LiveSession(id, orders));
            session.info = AgentDescription.of(agent);
            session.since = agent.since();
            session.lastHeardNanos = turn.nanos;
            session.awaySinceNanos = turn.nanos;
            session.patience = settings.restartGrace();
            changed = true;
        }
    }

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
        var session = new LiveSession(id, orders);
        session.awaySinceNanos = turn.nanos;
        session.patience = settings.restartGrace();
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
        var session = known != null ? known : new LiveSession(info.session(), orders);
        if (placement.knows(session.id)) placement.removeAgent(session.id);
        session.info = info;
        session.limits = info.limits().orElse(settings.limits());
        session.connected = true;
        session.admitted = false;
        session.givenUp = false;
        session.endedItself = false;
        session.atWork = Set.of();
        session.reclaims = false;
        session.draining = info.draining();
        session.credit = info.credit();
        session.lastHeardNanos = turn.nanos;
        boolean isFirst = session.joins++ == 0;
        session.reproached = false;
        session.movingUntilNanos = 0;
        if (session.since.equals(Instant.EPOCH)) session.since = turn.now;
        session.tellAgain();
        sessions.put(session.id, session);
        lookAfter(turn, session, info);
        if (!store.shared()) {
            if (known == null) readLeases(session);
            admit(turn, session, holding, isFirst);
            return;
        }
        afterThisTurn(turn, session, later -> {
            readLeases(session);
            admit(later, session, holding, isFirst);
        });
    }

    /** Does something at the beginning of the next turn, unless the agent has gone by then or has come anew. */
    private void afterThisTurn(Turn turn, LiveSession session, Consumer<Turn> step) {
        int join = session.joins;
        turn.next(later -> {
            if (sessions.get(session.id) == session && session.joins == join && session.connected) step.accept(later);
        });
    }

    /** Refuses an agent whose session was opened with another identity, perhaps only after it was let in. */
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
     * The server that hears an agent looks after it: what comes late from one that has gone to another server proves nothing. Another one that noticed too late that the agent has gone may have written itself
     * down meanwhile, or leased something to it.
     */
    private void insist(Turn turn, LiveSession session) {
        var info = session.info;
        session.isDoubtful = false;
        if (!store.shared() || info == null) return;
        lookAfter(turn, session, info);
        turn.next(_ -> {
            if (sessions.get(session.id) == session && session.connected) readLeases(session);
        });
    }

    /** This server was silent for so long that others may have taken its sessions for lost: all of them are in doubt. */
    void doubtAll() {
        for (var session : sessions.values()) session.isDoubtful = true;
    }

    private void admit(Turn turn, LiveSession session, List<HeldAttempt> holding, boolean isNew) {
        var unknown = reconcile(turn, session, holding);
        if (isNew) session.lost.clear();
        else unknown.removeIf(held -> stopUnlessLost(session, held));
        session.reclaims = !unknown.isEmpty();
        // Nothing is given to it before: it might be what it works on. What was just queued again must be so in the
        // store, too.
        if (unknown.isEmpty()) open(turn, session);
        else afterThisTurn(turn, session, later -> reclaimAndOpen(later, session, unknown));
    }

    private void reclaimAndOpen(Turn turn, LiveSession session, List<HeldAttempt> unknown) {
        reclaim(turn, session, unknown);
        open(turn, session);
    }

    /** Opens a session, whose agent gets work from now on. */
    private void open(Turn turn, LiveSession session) {
        session.admitted = true;
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
            var mine = session.leases.get(lease.chain());
            if (lane == null || (mine != null && mine.lease.attempt() == lease.attempt())) continue;
            // Another server has given it another attempt meanwhile, which is the one that counts.
            if (mine != null) leases.release(session, mine);
            leases.takeOver(session, new LiveLease(lease, lane, session.lastHeardNanos));
        }
    }

    /** What the agent shows and what we know must become the same: the rest is queued again here, or ended there. */
    private List<HeldAttempt> reconcile(Turn turn, LiveSession session, List<HeldAttempt> holding) {
        var shown = new HashMap<ChainId, HeldAttempt>();
        holding.forEach(held -> shown.put(held.chain(), held));
        rememberShown(session, holding);
        for (var lease : List.copyOf(session.leases.values())) {
            var held = shown.remove(lease.lease.chain());
            if (held == null || held.attempt() != lease.lease.attempt()) {
                if (held != null) shown.put(lease.lease.chain(), held);
                leases.release(session, lease);
                leases.giveBack(turn, lease);
            } else if (lease.lane.run.ending != EndRequest.NOT_ASKED) {
                session.stop(stopOf(lease));
            }
        }
        return new ArrayList<>(shown.values());
    }

    /** Ends what the agent holds and nobody takes it to have lost. True if it did. */
    private static boolean stopUnlessLost(LiveSession session, HeldAttempt held) {
        if (Objects.equals(session.lost.remove(held.chain()), held.attempt())) return false;
        forget(session, held);
        return true;
    }

    /**
     * An unacknowledged report of an at-least-once chain may still count, so the agent sends it before it forgets the chain.
     */
    private static void forget(LiveSession session, HeldAttempt held) {
        session.stop(new StopOrder(held.chain(), held.attempt(), true, true));
    }

    /**
     * An agent that was given up has come back, and shows what it still works on. It goes on with that unless it has ended meanwhile, or another
     * agent is as far: that it was lost is forgotten. Called at the beginning of a turn, when memory and store agree.
     */
    private void reclaim(Turn turn, LiveSession session, List<HeldAttempt> unknown) {
        var wanted = new ArrayList<ShownAttempt>();
        for (var held : unknown) {
            var run = runs.find(held.chain().run());
            boolean mayHave = run != null && run.ending == EndRequest.NOT_ASKED;
            if (mayHave && wanted.size() < MOST_RECLAIMED)
                wanted.add(new ShownAttempt(held.chain(), held.attempt(), held.receipted(), held.goesOn()));
        }
        var reclaimed = wanted.isEmpty() ? List.<Lease>of() : store.reclaim(session.id, wanted);
        var again = new HashSet<HeldAttempt>();
        var changedRuns = new TreeSet<RunId>();
        for (var lease : reclaimed) {
            takeAway(turn, lease.chain());
            again.add(new HeldAttempt(lease.chain(), lease.attempt()));
            changedRuns.add(lease.chain().run());
            counters.leasesReclaimed.increment();
            var lane = runs.lane(lease.lane());
            if (lane != null) leases.takeOver(session, new LiveLease(lease, lane, turn.nanos));
        }
        session.reclaims = false;
        for (var run : changedRuns) store.openRun(run).ifPresent(runs::load);
        for (var held : unknown)
            if (!again.contains(new HeldAttempt(held.chain(), held.attempt()))) forget(session, held);
        offer(turn, session);
    }

    /** Receipts are for what the store does not know. */
    private static void rememberShown(LiveSession session, List<HeldAttempt> holding) {
        session.shown.clear();
        for (var held : holding)
            if (held.receipted()) session.shown.add(new HeldAttempt(held.chain(), held.attempt(), true));
    }

    /**
     * Finds what was lost on the way although the connection stands: what the agent does not know twice in a row is queued again, and what
     * we do not know it is told to forget.
     */
    private void compare(Turn turn, LiveSession session, List<HeldAttempt> holding) {
        var shown = new HashMap<ChainId, HeldAttempt>();
        holding.forEach(held -> shown.put(held.chain(), held));
        rememberShown(session, holding);
        for (var lease : List.copyOf(session.leases.values())) {
            var held = shown.get(lease.lease.chain());
            if (held != null && held.attempt() == lease.lease.attempt()) {
                lease.missing = 0;
                shown.remove(lease.lease.chain());
            } else if (++lease.missing >= 2) {
                leases.release(session, lease);
                leases.giveBack(turn, lease);
            }
        }
        if (session.reclaims) return;
        var unknown = new ArrayList<HeldAttempt>();
        shown.forEach((chain, held) -> {
            var lease = session.leases.get(chain);
            if (lease == null ? !stopUnlessLost(session, held) : lease.lease.attempt() > held.attempt())
                unknown.add(held);
        });
        if (unknown.isEmpty()) return;
        session.reclaims = true;
        afterThisTurn(turn, session, later -> reclaim(later, session, unknown));
    }

    /** The connection of an agent is closed. */
    void leave(Turn turn, SessionId id, AgentDeparture how) {
        var session = sessions.get(id);
        if (session == null || !session.connected) return;
        session.endedItself = how.byItself() && !session.isMoving();
        session.machineGoes = how.machineGoes();
        // Who was sent to another server has a way to go.
        var grace = session.isMoving() ? settings.restartGrace() : session.limits.reconnect();
        session.movingUntilNanos = 0;
        losses.goAway(session, turn.nanos, grace);
        if (session.leases.isEmpty()) sessions.remove(id);
    }

    /** Tells all agents which servers there are. */
    void tellServers(List<String> addresses) {
        for (var session : sessions.values()) if (session.connected) session.tellServers(addresses);
    }

    /** Sends agents to another server: those that hold least first. Who did not get there before is left alone, unless all are to go. */
    void move(Turn turn, String address, int count, boolean all) {
        for (var session : moves.begin(turn, sessions.values(), address, count, all)) offer(turn, session);
    }

    void drain(LiveSession session) {
        session.draining = true;
        session.tellToDrain();
        changed = true;
        if (placement.knows(session.id)) placement.pause(session.id);
    }

    // --- reports ---

    void report(Turn turn, SessionId id, AgentReport report) {
        var session = sessions.get(id);
        if (session == null || !session.connected)
            return; // given up meanwhile: it will join again and show what it holds
        if (!session.admitted) {
            // It brings what it did for another server, and its leases are read first: refused, it would be done again.
            turn.next(later -> report(later, id, report));
            return;
        }
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
            if (session.isDoubtful && !isHeardElsewhere.test(session.id)) insist(turn, session);
        });
        report.load().ifPresent(load -> session.load = Optional.of(load));
        report.credit().ifPresent(credit -> session.credit = credit);
        recall.whatIsHoarded(turn, session);
        session.acknowledge(report.sequence());
        if (report.goodbye()) sayGoodbye(turn, session);
        else offer(turn, session);
    }

    private void sayGoodbye(Turn turn, LiveSession session) {
        for (var lease : List.copyOf(session.leases.values())) {
            leases.release(session, lease);
            leases.giveBack(turn, lease);
        }
        leave(turn, session.id, AgentDeparture.CLOSED);
    }

    /** What an agent may speak of in this turn; nothing if it is not present. */
    @Nullable
    OwnAttempts own(Turn turn, SessionId id) {
        var session = sessions.get(id);
        return session == null ? null : new OwnAttempts(sessions.values(), counters, turn, session);
    }

    /** Agents that have been silent for too long lose their leases. {@code stallNanos} is time in which we ourselves did not listen. */
    void expire(Turn turn, long stallNanos) {
        for (var session : List.copyOf(sessions.values())) {
            losses.look(turn, session, stallNanos);
            if (session.connected && session.isBackAt(turn.nanos)) offer(turn, session);
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
        if (leases.held() > 0) recall.forIdle(turn);
    }

    // --- what agents can take, and what they are told ---

    /**
     * Another server took what was granted to it, or looks after it. The store is read before the next turn, so it is worth another try at once.
     * If that one is in vain, too, a third would only burn time.
     */
    void cameAwayEmpty(Turn turn, LiveSession session) {
        if (++session.triesInVain < TRIES_IN_VAIN) return;
        session.triesInVain = 0;
        session.isDoubtful = true;
        session.restUntilNanos = turn.nanos + REST_NANOS;
    }

    /** Tells the placement how much the agent can take. */
    void offer(Turn turn, LiveSession session) {
        if (!session.connected || !placement.knows(session.id)) return;
        boolean rests = session.asideUntilNanos != 0 || session.restUntilNanos != 0;
        boolean takesNothing = session.draining || session.reclaims || session.isMoving() || rests;
        int held = session.leases.size();
        int idle = takesNothing ? 0 : Math.max(0, Math.min(session.slots(), session.credit) - held);
        int spare = takesNothing ? 0 : Math.max(0, session.credit - Math.max(held, session.slots()));
        if (takesNothing) placement.pause(session.id);
        else placement.free(session.id, idle, spare, session.used, session.slow);
    }

    void flush() {
        for (var session : orders.take()) {
            if (!session.connected || sessions.get(session.id) != session) continue;
            var order = session.takeOrder();
            if (order != null) listener.order(session.id, order);
        }
    }
}
