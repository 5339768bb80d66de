package io.tidewheel.engine;

import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.controllers.RunController;
import io.tidewheel.model.Actor;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.Lease;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Money;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.OfferedResources;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.scheduling.LaneGrant;
import io.tidewheel.scheduling.Placement;
import io.tidewheel.scheduling.WhyWaiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The heart: takes what has come in, decides, makes it durable in one commit, and tells the world. Requests may come from any thread and
 * are answered when they are durable; {@link #runOnce} is called by one thread (or by the lab, under virtual time).
 *
 * <p>Crash-only: when the store fails, nobody knows whether the step was done, so the engine is finished ({@link #hasFailed}); all open
 * requests are refused as unavailable, and its owner opens a new engine, which learns from the store how things stand. Agents join again
 * and show what they hold, clients repeat what was not acknowledged.
 */
public final class Engine {
    private static final int INPUTS_PER_TURN = 4_096;
    private static final long CHECK_NANOS = Duration.ofMillis(50).toNanos();
    /** With agents present a turn comes at least every {@code 2 * CHECK_NANOS}; what is beyond this is a delay of our own. */
    private static final long USUAL_GAP_NANOS = 5 * CHECK_NANOS;

    private static final long BEAT_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long RETENTION_NANOS = Duration.ofMinutes(1).toNanos();

    private interface Input {
        void handle(Turn turn);

        void refuse(Refusal refusal);
    }

    private final Store store;
    private final Time time;
    private final SteadyClock clock;
    private final EngineSettings settings;
    private final EngineListener outlet;
    private final Runnable wake;
    private final ServerNumber number;
    private final Placement placement = new Placement();
    private final EngineCounters counters;
    private final UnfinishedRuns runs;
    private final AgentSessions agents;
    private final ConcurrentLinkedQueue<Input> inbox = new ConcurrentLinkedQueue<>();
    /** Runs of which the store knows better. */
    private final Set<RunId> outdated = ConcurrentHashMap.newKeySet();
    /** Requests that wait for the beginning of a turn, when memory and store agree. */
    private final ConcurrentLinkedQueue<Input> early = new ConcurrentLinkedQueue<>();
    /** What is to be done when the last turn is durable. */
    private final ArrayDeque<Consumer<Turn>> next = new ArrayDeque<>();

    private long lastTurnNanos;
    private long lastCheckNanos;
    private long lastBeatNanos;
    private long lastRetentionNanos;
    private long stalledNanos;
    private volatile List<OfferedResources> offers;
    private volatile boolean reachable = true;
    private volatile boolean failed;
    private volatile String failure = "";

    /**
     * Opens an engine on a store, with all that is unfinished in it.
     *
     * @param wake called from any thread when there is something to do before {@link #nextWakeNanos}
     */
    public Engine(
            String serverName,
            Store store,
            Time time,
            RandomGenerator random,
            EngineSettings settings,
            EngineListener outlet,
            Runnable wake) {
        this(
                serverName,
                store,
                time,
                random,
                settings,
                outlet,
                wake,
                new EngineCounters(),
                RunController.ControllerSource.NONE);
    }

    /**
     * As above, counting on where an engine before it has stopped.
     *
     * @param source reads what runs that grow are made of
     */
    public Engine(
            String serverName,
            Store store,
            Time time,
            RandomGenerator random,
            EngineSettings settings,
            EngineListener outlet,
            Runnable wake,
            EngineCounters counters,
            RunController.ControllerSource source) {
        this.counters = counters;
        this.store = store;
        this.time = time;
        this.clock = new SteadyClock(time);
        this.settings = settings;
        this.outlet = outlet;
        this.wake = wake;
        this.number = store.begin(serverName, clock.now());
        this.runs = new UnfinishedRuns(store, number, source, placement, settings, counters);
        this.agents = new AgentSessions(store, placement, runs, settings, random, counters, outlet);
        this.offers = offered();
        lastTurnNanos = time.nanos();
        lastCheckNanos = lastTurnNanos;
        lastBeatNanos = lastTurnNanos;
        lastRetentionNanos = lastTurnNanos;
        store.onChange(run -> {
            outdated.add(run);
            wake.run();
        });
        recover();
    }

    private void recover() {
        store.openRuns().forEach(runs::load);
        var turn = new Turn(clock.now(), time.nanos(), number);
        agents.adopt(
                turn, store.orphanedLeases(number, store.shared() ? UnfinishedRuns.SERVER_SILENCE : Duration.ZERO));
        agents.lookForDue();
        commit(turn);
    }

    // --- requests, from any thread ---

    public CompletableFuture<AcceptedRun> submit(NewRun submission) {
        return ask(turn -> runs.submit(turn, submission));
    }

    /** Adds tasks to an open run; {@code firstIndex} below 0 means "after the last". Answers how many the run has then. */
    public CompletableFuture<Integer> add(RunId run, int firstIndex, List<NewChain> chains, Actor actor) {
        return ask(turn -> runs.add(turn, run, firstIndex, chains, actor));
    }

    public CompletableFuture<Void> close(RunId run, Actor actor) {
        return tell(turn -> runs.close(turn, run, actor));
    }

    public CompletableFuture<Void> end(RunId run, EndRequest how, Actor actor) {
        return tell(turn -> end(turn, run, how, Reason.CANCELLED, actor));
    }

    /**
     * Ends one chain as cancelled; the others of its run go on. One that is queued never starts; one that runs loses its lease at once, and
     * its agent is told to stop it. Refused if it has ended.
     */
    public CompletableFuture<Void> cancel(ChainId chain, Actor actor) {
        return cancel(chain, Reason.CANCELLED, actor);
    }

    /** The same if it is not a user who does not want it any more. */
    public CompletableFuture<Void> cancel(ChainId chain, Reason why, Actor actor) {
        var request = new Request<>(turn -> cancel(turn, chain, why, actor));
        var noted = ask(turn -> {
            runs.makeUpTo(turn, chain, actor);
            return early.add(request);
        });
        return noted.thenCompose(_ -> request.answer).thenAccept(_ -> {});
    }

    /**
     * Gives one chain that waits a priority of its own; a later priority of its run counts for it, too. Refused if it runs or has ended: then
     * nothing waits any more.
     */
    public CompletableFuture<Void> reprioritise(ChainId chain, int priority, Actor actor) {
        var request = new Request<>(turn -> reprioritise(turn, chain, priority, actor));
        var noted = ask(turn -> {
            runs.makeUpTo(turn, chain, actor);
            return early.add(request);
        });
        return noted.thenCompose(_ -> request.answer).thenAccept(_ -> {});
    }

    /** A run that grows has news of its own, apart from the ends of its chains: there may be chains to be made, or nothing more to come. */
    public void stir(RunId run) {
        post(_ -> runs.stir(run));
    }

    /** Somebody works on a run whose work is not done by chains. */
    public void started(RunId id) {
        post(turn -> {
            var run = runs.find(id);
            if (run != null) markStarted(turn, run);
        });
    }

    public CompletableFuture<Void> hold(RunId run, boolean held, Actor actor) {
        return tell(turn -> runs.hold(turn, run, held, actor));
    }

    public CompletableFuture<Void> setBudget(RunId run, Money budget, Actor actor) {
        return tell(turn -> runs.setBudget(turn, run, budget, actor));
    }

    public CompletableFuture<Void> reprioritise(RunId run, int priority, Actor actor) {
        return tell(turn -> runs.reprioritise(turn, run, priority, actor));
    }

    /** An agent has connected, for the first time or again, and shows all that it holds. Answered when it is known durably. */
    public CompletableFuture<Void> join(AgentDescription info, List<HeldAttempt> holding) {
        return tell(turn -> agents.join(turn, info, holding));
    }

    /** The connection of an agent is closed. */
    public void leave(SessionId agent) {
        post(turn -> agents.leave(turn, agent));
    }

    /** Answered when its content is durable (or needs not be). */
    public CompletableFuture<Void> report(SessionId agent, AgentReport report) {
        return tell(turn -> agents.report(turn, agent, report));
    }

    /** Which of these attempts the agent holds; those of others are counted and written down. */
    public CompletableFuture<Set<HeldAttempt>> held(SessionId agent, Collection<HeldAttempt> named) {
        return ask(turn -> agents.held(turn, agent, named));
    }

    /** Somebody spoke for a session that is not theirs, and was refused; {@code written} says whether that is to be written down. */
    public CompletableFuture<Void> refusedForgery(Actor actor, SessionId session, String what, boolean written) {
        return tell(turn -> {
            counters.forgeriesRefused.increment();
            if (!written) return;
            turn.changes
                    .audit()
                    .add(new AuditEntry(turn.now, actor.who(), "forgery-refused", "session " + session, what));
        });
    }

    /** Lets an agent finish what it runs and gives it nothing more. */
    public CompletableFuture<Void> drain(SessionId agent, Actor actor) {
        return tell(turn -> {
            var session = agents.find(agent);
            if (session == null)
                throw new Refusal(Refusal.Kind.NOT_FOUND, "no agent with the session %s is present".formatted(agent));
            turn.changes.audit().add(new AuditEntry(turn.now, actor.who(), "drain", "agent " + session.name(), ""));
            agents.drain(session);
        });
    }

    public CompletableFuture<List<AgentView>> agents() {
        return ask(agents::views);
    }

    /** Everything that is leased by this engine at the end of the turn. */
    public CompletableFuture<List<HeldAttempt>> leases() {
        var answer = new CompletableFuture<List<HeldAttempt>>();
        post(turn -> turn.afterwards(() -> answer.complete(agents.leased())));
        return answer;
    }

    /** Why ready chains of a lane wait; empty if the run is not unfinished, or not allowed to start work. */
    public CompletableFuture<Optional<WhyWaiting>> explain(LaneId lane) {
        return ask(_ -> {
            var live = runs.lane(lane);
            return live == null || !live.run.mayStartWork() ? Optional.empty() : Optional.of(placement.explain(lane));
        });
    }

    /** How unfinished runs stand, from memory. */
    public CompletableFuture<Optional<RunStatus>> status(RunId run) {
        return ask(_ -> Optional.ofNullable(runs.find(run)).map(LiveRun::status));
    }

    /** Whose work waits and runs, of the oldest runs first and not of more lanes than a limit. Costs as much as there are leases. */
    public CompletableFuture<List<SeenLane>> lanes() {
        return ask(turn -> agents.lanes(turn, runs.all()));
    }

    /** What waits for each capability set. */
    public CompletableFuture<Map<String, Long>> demand() {
        return ask(_ -> {
            var demand = new LinkedHashMap<String, Long>();
            placement.demand().forEach((set, count) -> demand.put(set.toString(), count));
            return demand;
        });
    }

    /**
     * All that a fleet wants to see: agents, what waits, and what was done since this was asked last, for one asker; and whose work waits and
     * runs.
     *
     * @param whose whether that is wanted: it costs more than to count
     */
    public CompletableFuture<FleetWork.Sight> sight(boolean whose) {
        return ask(turn -> new FleetWork.Sight(
                number,
                placement.needs(),
                agents.views(turn),
                whose ? agents.lanes(turn, runs.all()) : List.of(),
                whose ? runs.outlooks() : Map.of(),
                agents.usage().take(),
                agents.limited(turn, runs.all())));
    }

    /**
     * Where lanes stand among those of their owners, for agents that work for one owner alone; it holds until it is said again. Lanes that
     * are not named, and runs that come later, are served first, by priority and arrival.
     */
    public void rank(Map<LaneId, LaneRank> ranks) {
        post(_ -> runs.rank(ranks));
    }

    /** Which runs that have a budget of their own may use which machines, and when; it holds until it is said again. */
    public void fund(Map<MachineId, Map<RunId, PaidTime>> paidTimes) {
        post(turn -> agents.fund(turn, paidTimes));
    }

    /** What there is to do at the moment. */
    public CompletableFuture<WorkCounts> tally() {
        return ask(_ -> {
            long queued = 0;
            long held = 0;
            long running = 0;
            for (var run : runs.all()) {
                var status = run.status();
                long waiting = Math.max(0, status.size() - status.totals().ended() - status.running());
                running += status.running();
                if (run.held) held += waiting;
                else queued += waiting;
            }
            return new WorkCounts(
                    runs.all().size(), queued, held, running, agents.all().size());
        });
    }

    /** Records who did something that does not concern runs. Answered when it is durable. */
    public CompletableFuture<Void> note(Actor actor, String action, String target, String detail) {
        return tell(turn -> turn.changes.audit().add(new AuditEntry(turn.now, actor.who(), action, target, detail)));
    }

    /** What the agents that are present offer, as of the last turn, and those that could come on demand; from any thread. */
    public List<OfferedResources> offers() {
        return offers;
    }

    /**
     * Whether agents can connect. While they cannot, for example because the server has not opened its port yet, the time in which they
     * must come back does not run.
     */
    public void reachable(boolean is) {
        reachable = is;
    }

    public EngineCounters counters() {
        return counters;
    }

    public ServerNumber number() {
        return number;
    }

    public boolean hasFailed() {
        return failed;
    }

    /** Why it has failed, for people. */
    public String failure() {
        return failure;
    }

    // --- the turn ---

    /** Does everything that there is to do now. True if there is more, so that it should be called again at once. */
    public boolean runOnce() {
        if (failed) throw new IllegalStateException("the engine has failed: " + failure);
        var turn = new Turn(clock.now(), time.nanos(), number);
        var taken = new ArrayList<Input>();
        try {
            noteStall(turn);
            beforeInputs(turn, taken);
            take(turn, taken);
            checkNowAndThen(turn);
            for (var run : runs.passDeadlines(turn))
                end(turn, run.id, EndRequest.CANCEL, Reason.DEADLINE, Actor.anyone("deadline"));
            for (var run : runs.grow(turn))
                end(turn, run.id, EndRequest.CANCEL, Reason.ERROR, Actor.anyone("an error in what the run is made of"));
            agents.passPaidTimes(turn);
            runs.finishComplete(turn);
            var granted = place(turn);
            if (granted.isEmpty() && placement.hasIdleAgents()) agents.recallForIdle(turn);
            var claimed = commit(turn);
            lease(turn, granted, claimed);
            finishTurn(turn);
            counters.turn.record(time.nanos() - turn.nanos);
        } catch (StoreFailure broken) {
            fail(broken, taken);
            return false;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError unexpected) {
            // Whoever turns the crank throws this engine away; those whose questions it had taken must not wait for
            // ever.
            var refusal = new Refusal(Refusal.Kind.UNAVAILABLE, "the server begins anew, try again: " + unexpected);
            for (var input : taken) input.refuse(refusal);
            throw unexpected;
        }
        boolean unfinished = !outdated.isEmpty()
                || !next.isEmpty()
                || !early.isEmpty()
                || runs.hasWorkOfItsOwn()
                || turn.moreToPlace;
        return unfinished || !inbox.isEmpty();
    }

    /** When {@link #runOnce} is to be called at the latest. */
    public long nextWakeNanos() {
        long next = lastTurnNanos + (agents.all().isEmpty() ? 20 : 2) * CHECK_NANOS;
        var now = clock.now();
        next = Math.min(next, lastTurnNanos + nanosUntil(now, agents.nextDue()));
        next = Math.min(next, lastTurnNanos + nanosUntil(now, agents.nextUnpaid()));
        return Math.min(
                next, lastTurnNanos + nanosUntil(now, runs.nextDeadline().orElse(Instant.MAX)));
    }

    private static long nanosUntil(Instant now, Instant then) {
        if (then.equals(Instant.MAX)) return Duration.ofDays(1).toNanos();
        if (!then.isAfter(now)) return 0;
        var wait = Duration.between(now, then);
        return wait.compareTo(Duration.ofDays(1)) > 0 ? Duration.ofDays(1).toNanos() : wait.toNanos();
    }

    /** Whatever reads the store comes first, while memory and store agree. */
    private void beforeInputs(Turn turn, List<Input> taken) {
        agents.promoteDue(turn);
        runs.sweep(turn);
        for (var input = early.poll(); input != null; input = early.poll()) {
            taken.add(input);
            input.handle(turn);
        }
        for (var run : new TreeSet<>(outdated)) {
            outdated.remove(run);
            refresh(turn, run);
        }
        for (int i = next.size(); i > 0; i--) next.remove().accept(turn);
    }

    /** Time in which this thread did not run, or agents could not reach it, is not the agents' silence. */
    private void noteStall(Turn turn) {
        long gap = turn.nanos - lastTurnNanos;
        long counts = reachable ? USUAL_GAP_NANOS : 0;
        if (gap > counts) stalledNanos += gap - counts;
        lastTurnNanos = turn.nanos;
    }

    private void take(Turn turn, List<Input> taken) {
        for (int i = 0; i < INPUTS_PER_TURN; i++) {
            var input = inbox.poll();
            if (input == null) break;
            taken.add(input);
            input.handle(turn);
        }
    }

    private void checkNowAndThen(Turn turn) {
        if (turn.nanos - lastCheckNanos >= CHECK_NANOS) {
            lastCheckNanos = turn.nanos;
            agents.expire(turn, stalledNanos);
            stalledNanos = 0;
        }
        if (store.shared() && turn.nanos - lastBeatNanos >= BEAT_NANOS) {
            lastBeatNanos = turn.nanos;
            store.beat(number, turn.now);
            runs.keepAll(turn);
            agents.adopt(turn, store.orphanedLeases(number, UnfinishedRuns.SERVER_SILENCE));
        }
        if (!settings.retention().isZero() && turn.nanos - lastRetentionNanos >= RETENTION_NANOS) {
            lastRetentionNanos = turn.nanos;
            store.forget(turn.now.minus(settings.retention()), 100);
        }
    }

    private void end(Turn turn, RunId id, EndRequest how, Reason why, Actor actor) {
        if (!runs.end(turn, id, how, why, actor)) return;
        var run = runs.find(id);
        if (run != null) agents.stopAll(run);
    }

    // --- ending one chain ---

    /** The store decides whether it was still to be had; memory is then brought up to date from the store. */
    private boolean cancel(Turn turn, ChainId chain, Reason why, Actor actor) {
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

    // --- the priority of one chain ---

    private boolean reprioritise(Turn turn, ChainId chain, int priority, Actor actor) {
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

    // --- placing ---

    private Map<LiveLane, Integer> place(Turn turn) {
        long start = time.nanos();
        var grants = placement.place(settings.chainsPerTurn());
        var byLane = new LinkedHashMap<LiveLane, List<TurnChanges.Share>>();
        for (var grant : grants) {
            var session = agents.find(grant.agent());
            if (session != null) turn.served.add(session);
            byLane.computeIfAbsent(laneOf(grant), _ -> new ArrayList<>())
                    .add(new TurnChanges.Share(grant.agent(), grant.count()));
        }
        var granted = new LinkedHashMap<LiveLane, Integer>();
        byLane.forEach((lane, shares) -> {
            int count = 0;
            for (var share : shares) count += share.count();
            granted.put(lane, count);
            markStarted(turn, lane.run);
            if (lane.claimsAreDurable()) claim(turn, lane, shares, count);
            else leaseFromMemory(turn, lane, shares, count);
        });
        makeAheadWhereClaimsAreNotDurable(turn);
        if (!grants.isEmpty()) counters.placement.record(time.nanos() - start);
        int placed = 0;
        for (int count : granted.values()) placed += count;
        turn.moreToPlace = placed >= settings.chainsPerTurn();
        return granted;
    }

    private LiveLane laneOf(LaneGrant grant) {
        var lane = runs.lane(grant.lane());
        if (lane == null) throw new IllegalStateException("granted chains of the unknown lane " + grant.lane());
        return lane;
    }

    private void markStarted(Turn turn, LiveRun run) {
        if (run.hasStarted) return;
        run.hasStarted = true;
        run.state = UnfinishedRuns.shownState(run);
        turn.changes
                .runUpdates()
                .add(TurnChanges.RunUpdate.of(run.id).withState(run.state).withStarted(turn.now));
        turn.touched.add(run);
    }

    private void claim(Turn turn, LiveLane lane, List<TurnChanges.Share> shares, int count) {
        if (lane.ready < count) {
            int missing = (int) (count - lane.ready);
            int make = (int) Math.min(lane.run.unmade(), Math.max(missing, settings.arrayBatch()));
            if (make > 0) {
                runs.make(turn, lane, lane.run.makeNext(make, turn.now));
                counters.chainsSubmitted.add(make);
            }
        }
        lane.ready -= count;
        turn.changes.claims().add(new TurnChanges.Claim(lane.id, shares, turn.now));
    }

    /** At-least-once: the store is only read; who runs what is known in memory alone. */
    private void leaseFromMemory(Turn turn, LiveLane lane, List<TurnChanges.Share> shares, int count) {
        var found = new ArrayList<ClaimedChain>(count);
        var session = shares.getFirst().session();
        while (found.size() < count) {
            var page = store.peek(lane.id, lane.nextIndex, Math.max(256, count), session, turn.now);
            for (var chain : page) {
                if (found.size() == count) break;
                lane.nextIndex = chain.index() + 1;
                boolean taken = lane.inFlight.containsKey(chain.chain()) || turn.settling.contains(chain.chain());
                if (!taken) found.add(chain);
            }
            if (page.isEmpty()) break;
        }
        lane.ready -= count;
        var next = found.iterator();
        for (var share : shares) {
            for (int i = 0; i < share.count() && next.hasNext(); i++) {
                var chain = next.next();
                turn.leasedFromMemory.add(new ClaimedChain(
                        chain.lane(),
                        chain.index(),
                        chain.attempt(),
                        chain.failures(),
                        chain.losses(),
                        share.session(),
                        chain.parameter(),
                        chain.body(),
                        chain.added(),
                        chain.firstClaimed()));
            }
        }
    }

    private void makeAheadWhereClaimsAreNotDurable(Turn turn) {
        for (var run : runs.arraysMadeAhead()) {
            var lane = run.lanes.getFirst();
            if (lane.ready >= settings.chainsPerTurn() / 2 || !run.mayStartWork()) continue;
            int make = (int) Math.min(run.unmade(), Math.max(settings.chainsPerTurn(), settings.arrayBatch()));
            if (make == 0) continue;
            runs.make(turn, lane, run.makeNext(make, turn.now));
            counters.chainsSubmitted.add(make);
        }
    }

    /** Hands out what was really claimed. Fewer than granted means that another server won some: memory is corrected from the store. */
    private void lease(Turn turn, Map<LiveLane, Integer> granted, List<ClaimedChain> claimed) {
        var missing = new LinkedHashMap<>(granted);
        var before = new HashMap<LiveSession, Integer>();
        turn.served.forEach(session -> before.put(session, session.leases.size()));
        for (var chain : turn.leasedFromMemory) lease(turn, chain, false, missing);
        for (var chain : claimed) lease(turn, chain, true, missing);
        missing.forEach((lane, count) -> {
            if (count > 0) {
                if (lane.claimsAreDurable()) counters.claimsMissed.add(count);
                placement.running(lane.id, -count);
                outdated.add(lane.id.run());
                turn.cameAwayEmpty = true;
            }
        });
        if (!turn.cameAwayEmpty) return;
        before.forEach((session, held) -> {
            if (session.leases.size() == held) agents.rest(turn, session);
        });
    }

    private void lease(Turn turn, ClaimedChain chain, boolean durable, Map<LiveLane, Integer> missing) {
        var lane = runs.lane(chain.lane());
        var session = agents.find(chain.session());
        if (lane == null || session == null)
            throw new IllegalStateException("claimed %s for nobody".formatted(chain.chain()));
        missing.merge(lane, -1, Integer::sum);
        var lease = new Lease(
                chain.chain(),
                lane.id,
                chain.attempt(),
                chain.failures(),
                chain.losses(),
                chain.session(),
                chain.firstClaimed(),
                durable);
        agents.hold(session, new LiveLease(lease, lane, turn.nanos));
        session.assign(new Assignment(
                lane.record(),
                lane.run.spec.kind(),
                lane.run.spec.name(),
                lane.run.spec.owner().name(),
                chain.chain(),
                chain.attempt(),
                chain.parameter(),
                chain.body(),
                timeLeft(turn, lane, chain)));
        counters.leasesGranted.increment();
        if (chain.attempt() == 1)
            counters.wait.record(Duration.between(chain.added(), turn.now).toNanos());
    }

    /** A deadline that has passed leaves a millisecond: the agent then reports it, as it would report one that passes while it runs. */
    private static Duration timeLeft(Turn turn, LiveLane lane, ClaimedChain chain) {
        var deadline = lane.spec.limits().deadline();
        if (deadline.equals(ChainTimeLimits.NO_LIMIT)) return Duration.ZERO;
        var left = Duration.between(turn.now, chain.firstClaimed().plus(deadline));
        return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
    }

    // --- committing ---

    private List<ClaimedChain> commit(Turn turn) {
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
        superseded.forEach(chain -> outdated.add(chain.run()));
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

    private void finishTurn(Turn turn) {
        turn.ended.forEach(runs::ended);
        turn.touched.forEach(runs::noteIfComplete);
        turn.touched.forEach(this::endIfTooManyFailed);
        for (var session : turn.served) agents.offer(turn, session);
        turn.touched.forEach(runs::offer);
        turn.complete();
        outdated.addAll(turn.recount);
        next.addAll(turn.next());
        agents.flush();
        if (agents.takeChange()) offers = offered();
        turn.ended.forEach((run, chains) -> {
            if (!chains.isEmpty()) outlet.ended(run, chains);
        });
        turn.touched.forEach(run -> outlet.changed(run.status()));
        turn.endedElsewhere.forEach(outlet::endedElsewhere);
    }

    private List<OfferedResources> offered() {
        var all = new ArrayList<>(placement.offered());
        settings.onDemand().forEach(kind -> all.add(new OfferedResources(kind.offers(), kind.has())));
        return List.copyOf(all);
    }

    private void endIfTooManyFailed(LiveRun run) {
        long allowed = run.spec.maxFails();
        if (allowed < 0 || run.ending != EndRequest.NOT_ASKED || run.totals().failed() <= allowed) return;
        post(turn -> {
            if (runs.find(run.id) != null) {
                end(turn, run.id, EndRequest.CANCEL, Reason.TOO_MANY_FAILS, Actor.anyone("max-fails"));
            }
        });
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

    private void fail(StoreFailure broken, List<Input> taken) {
        failure = String.valueOf(broken.getMessage());
        failed = true;
        var refusal = new Refusal(Refusal.Kind.UNAVAILABLE, "the store failed, try again: " + failure);
        taken.forEach(input -> input.refuse(refusal));
        refuseAll(refusal);
    }

    /** Refuses whatever still waits; for an engine that will not run again. */
    public void refuseAll(Refusal refusal) {
        for (var input = early.poll(); input != null; input = early.poll()) input.refuse(refusal);
        for (var input = inbox.poll(); input != null; input = inbox.poll()) input.refuse(refusal);
    }

    // --- the inbox ---

    /** A question that is answered when what it changed is durable. */
    private final class Request<T> implements Input {
        private final Function<Turn, T> question;
        private final CompletableFuture<T> answer = new CompletableFuture<>();

        Request(Function<Turn, T> question) {
            this.question = question;
        }

        @Override
        public void handle(Turn turn) {
            try {
                var value = question.apply(turn);
                turn.afterwards(() -> answer.complete(value));
            } catch (Refusal refusal) {
                turn.afterwards(() -> answer.completeExceptionally(refusal));
            } catch (StoreFailure broken) {
                throw broken;
            } catch (RuntimeException bug) {
                // One bad request must not take the others down; whoever sent it is told, and the counter is
                // watched.
                counters.bugs.increment();
                turn.afterwards(() -> answer.completeExceptionally(bug));
            }
        }

        @Override
        public void refuse(Refusal refusal) {
            answer.completeExceptionally(refusal);
        }
    }

    private <T> CompletableFuture<T> ask(Function<Turn, T> question) {
        var request = new Request<>(question);
        enqueue(request);
        return request.answer;
    }

    private interface Step {
        void apply(Turn turn);
    }

    private CompletableFuture<Void> tell(Step step) {
        return this.<Boolean>ask(turn -> {
                    step.apply(turn);
                    return true;
                })
                .thenAccept(_ -> {});
    }

    private void post(Step step) {
        enqueue(new Input() {
            @Override
            public void handle(Turn turn) {
                step.apply(turn);
            }

            @Override
            public void refuse(Refusal refusal) {
                // nobody waits for an answer
            }
        });
    }

    private void enqueue(Input input) {
        inbox.add(input);
        if (failed) refuseAll(new Refusal(Refusal.Kind.UNAVAILABLE, "the store failed, try again: " + failure));
        wake.run();
    }
}
