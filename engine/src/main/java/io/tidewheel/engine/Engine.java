package io.tidewheel.engine;

import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.RunController;
import io.tidewheel.model.Actor;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Money;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.OfferedResources;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerDescription;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.ServerRecord;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.scheduling.LaneReason;
import io.tidewheel.scheduling.Placement;
import io.tidewheel.scheduling.WhyWaiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The heart: takes what has come in, decides, makes it durable in one commit, and tells the world. Requests may come from any thread and
 * are answered when they are durable; {@link #runOnce} is called by one thread (or by the lab, under virtual time).
 *
 * <p>Crash-only: when the store fails, nobody knows whether the step was done, so the engine is finished ({@link #hasFailed}); all open
 * requests are refused as unavailable, and its owner opens a new engine, which learns from the store how things stand. Agents join again
 * and show what they hold, clients repeat what was not acknowledged.
 */
public final class Engine {
    private static final long CHECK_NANOS = Duration.ofMillis(50).toNanos();
    /** With agents present a turn comes at least every {@code 2 * CHECK_NANOS}; what is beyond this is a delay of our own. */
    private static final long USUAL_GAP_NANOS = 5 * CHECK_NANOS;

    private final Store store;
    private final Time time;
    private final SteadyClock clock;
    private final EngineSettings settings;
    private final EngineListener listener;
    private final ServerNumber number;
    private final Placement placement = new Placement();
    private final EngineCounters counters;
    private final UnfinishedRuns runs;
    private final RunQuestions questions;
    private final AgentSessions agents;
    private final RunController.ControllerSource source;
    private final ClusterAgents cluster;
    private final ClusterMember member;
    private final EngineInbox inbox;
    private final LeaseGranter granter;
    private final TurnCommit commits;
    private final RunRefresher refresher;
    private final ControllerWork controllers;
    /** What is to be done when the last turn is durable. */
    private final ArrayDeque<Consumer<Turn>> next = new ArrayDeque<>();

    private long lastTurnNanos;
    private long lastCheckNanos;
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
            EngineListener listener,
            Runnable wake) {
        this(
                serverName,
                store,
                time,
                random,
                settings,
                listener,
                wake,
                new EngineCounters(),
                RunController.ControllerSource.NONE);
    }

    /**
     * Opens an engine on a store, with all that is unfinished in it, and with the counters of the engine before it.
     *
     * @param source reads what runs that grow are made of
     */
    public Engine(
            String serverName,
            Store store,
            Time time,
            RandomGenerator random,
            EngineSettings settings,
            EngineListener listener,
            Runnable wake,
            EngineCounters counters,
            RunController.ControllerSource source) {
        this.counters = counters;
        this.store = store;
        this.time = time;
        this.clock = new SteadyClock(time);
        this.settings = settings;
        this.listener = listener;
        this.number = store.begin(serverName, clock.now());
        this.source = source;
        source.begin();
        source.turn(clock.now());
        this.runs = new UnfinishedRuns(store, number, source, placement, settings, counters);
        this.questions = new RunQuestions(runs, placement);
        this.agents = new AgentSessions(store, placement, runs, settings, random, counters, listener);
        this.cluster = new ClusterAgents(
                store, placement, agents.byId(), number, ServerDescription.named(serverName), clock.now());
        this.member = new ClusterMember(store, number, runs, agents, cluster, listener, time.nanos());
        this.inbox = new EngineInbox(counters, wake);
        this.granter = new LeaseGranter(store, time, settings, placement, runs, agents, counters);
        this.commits = new TurnCommit(store, time, runs, counters);
        this.refresher = new RunRefresher(store, runs, agents, counters);
        this.controllers = new ControllerWork(runs, agents, granter, refresher, inbox, listener, time.nanos());
        lastTurnNanos = time.nanos();
        lastCheckNanos = lastTurnNanos;
        store.onChange(run -> {
            refresher.add(run);
            wake.run();
        });
        recover();
        this.offers = offered();
    }

    private void recover() {
        store.openRuns().forEach(runs::load);
        var turn = new Turn(clock.now(), time.nanos(), number);
        member.begin(turn);
        agents.leases().lookForDue();
        commits.commit(turn);
    }

    // --- requests, from any thread ---

    public CompletableFuture<AcceptedRun> submit(NewRun submission) {
        return inbox.ask(turn -> {
            member.requireStaying();
            return runs.submit(turn, submission);
        });
    }

    /** The run that was accepted under a key: to be asked before anything is made for one that may be there already. */
    public CompletableFuture<Optional<AcceptedRun>> known(Owner owner, String key) {
        return inbox.ask(_ -> runs.byKey(owner, key));
    }

    /** Adds tasks to an open run; {@code firstIndex} below 0 means "after the last". Answers how many the run has then. */
    public CompletableFuture<Integer> add(RunId run, int firstIndex, List<NewChain> chains, Actor actor) {
        return inbox.ask(turn -> runs.add(turn, run, firstIndex, chains, actor));
    }

    public CompletableFuture<Void> close(RunId run, Actor actor) {
        return inbox.tell(turn -> runs.close(turn, run, actor));
    }

    public CompletableFuture<Void> end(RunId run, EndRequest how, Actor actor) {
        return inbox.tell(turn -> end(turn, run, how, Reason.CANCELLED, actor));
    }

    /**
     * Ends one chain as cancelled; the others of its run go on. One that is queued never starts; one that runs loses its lease at once, and
     * its agent is told to stop it. Refused if it has ended.
     */
    public CompletableFuture<Void> cancel(ChainId chain, Actor actor) {
        return cancel(chain, Reason.CANCELLED, actor);
    }

    /** Ends one chain as cancelled for a reason other than that a user does not want it any more. */
    public CompletableFuture<Void> cancel(ChainId chain, Reason why, Actor actor) {
        return inbox.askEarly(
                turn -> runs.makeUpTo(turn, chain, actor), turn -> refresher.cancel(turn, chain, why, actor));
    }

    /**
     * Gives one chain that waits a priority of its own; a later priority of its run counts for it, too. Refused if it runs or has ended: then
     * nothing waits any more.
     */
    public CompletableFuture<Void> reprioritise(ChainId chain, int priority, Actor actor) {
        return inbox.askEarly(
                turn -> runs.makeUpTo(turn, chain, actor),
                turn -> refresher.reprioritise(turn, chain, priority, actor));
    }

    /** A run that grows has news of its own, apart from the ends of its chains: there may be chains to be made, or nothing more to come. */
    public void stir(RunId run) {
        inbox.post(_ -> runs.controlled().stir(run));
    }

    /** Something comes in for controllers. Answered when what it changed and had to be durable is so; at once if there was nothing of that kind. */
    public <T> CompletableFuture<T> take(ControllerInput<T> input) {
        return inbox.consult(turn -> controllers.take(turn, input));
    }

    public CompletableFuture<Void> hold(RunId run, boolean held, Actor actor) {
        return inbox.tell(turn -> runs.hold(turn, run, held, actor));
    }

    public CompletableFuture<Void> setBudget(RunId run, Money budget, Actor actor) {
        return inbox.tell(turn -> runs.setBudget(turn, run, budget, actor));
    }

    public CompletableFuture<Void> reprioritise(RunId run, int priority, Actor actor) {
        return inbox.tell(turn -> runs.reprioritise(turn, run, priority, actor));
    }

    /** An agent has connected, for the first time or again, and shows all that it holds. Answered when it is known durably. */
    public CompletableFuture<Void> join(AgentDescription info, List<HeldAttempt> holding) {
        return inbox.tell(turn -> {
            member.requireStaying();
            agents.join(turn, info, holding);
            var session = agents.find(info.session());
            if (session != null) session.tellServers(cluster.addresses());
        });
    }

    /** Somebody has asked this server to give away what it has: agents and submissions are to go to another one. */
    public boolean isDraining() {
        return member.isDraining();
    }

    /** Lets a server give its agents and runs to others, and take no more. */
    public CompletableFuture<Void> drainServer(String name, Actor actor) {
        return inbox.tell(turn -> member.drain(turn, name, actor));
    }

    /** The connection of an agent is closed, from its end. */
    public void leave(SessionId agent) {
        leave(agent, AgentDeparture.ENDED);
    }

    /** The connection of an agent is closed. */
    public void leave(SessionId agent, AgentDeparture how) {
        inbox.post(turn -> agents.leave(turn, agent, how));
    }

    /** Answered when its content is durable (or needs not be). */
    public CompletableFuture<Void> report(SessionId agent, AgentReport report) {
        return inbox.tell(turn -> agents.report(turn, agent, report));
    }

    /** Somebody spoke for a session that is not theirs, and was refused; {@code written} says whether that is to be written down. */
    public CompletableFuture<Void> refusedForgery(Actor actor, SessionId session, String what, boolean written) {
        return inbox.tell(turn -> {
            counters.forgeriesRefused.increment();
            if (!written) return;
            turn.changes
                    .audit()
                    .add(new AuditEntry(turn.now, actor.who(), "forgery-refused", "session " + session, what));
        });
    }

    /** Lets an agent finish what it runs and gives it nothing more. */
    public CompletableFuture<Void> drain(SessionId agent, Actor actor) {
        return inbox.tell(turn -> member.drain(turn, agent, actor));
    }

    public CompletableFuture<List<AgentView>> agents() {
        return inbox.ask(turn -> agents.views().agents(turn, cluster));
    }

    /** All servers of the database, as they stand. */
    public CompletableFuture<List<ServerRecord>> servers() {
        return inbox.ask(_ -> cluster.servers());
    }

    /** A server that has said nothing for so long is given up. */
    public static Duration serverSilence() {
        return UnfinishedRuns.SERVER_SILENCE;
    }

    /** What others are told of this server, from any thread. */
    public void describe(ServerDescription description) {
        inbox.post(_ -> cluster.describe(description));
    }

    /** Everything that is leased by this engine at the end of the turn. */
    public CompletableFuture<List<HeldAttempt>> leases() {
        var answer = new CompletableFuture<List<HeldAttempt>>();
        inbox.post(turn -> turn.afterwards(() -> answer.complete(agents.views().leased())));
        return answer;
    }

    /** Why ready chains of a lane wait; empty if the run is not unfinished, or not allowed to start work. */
    public CompletableFuture<Optional<WhyWaiting>> explain(LaneId lane) {
        return inbox.ask(_ -> questions.explain(lane));
    }

    /** Why chains of a run wait that are ready, by the lane that is to be spoken of; empty if none is ready, or the run may not start work. */
    public CompletableFuture<Optional<LaneReason>> explain(RunId run) {
        return inbox.ask(_ -> questions.explain(run));
    }

    /** Runs that are to repeat others, and to which tasks may still have to be added. */
    public CompletableFuture<List<RunId>> unfilledRetries() {
        return inbox.ask(_ -> questions.unfilledRetries());
    }

    /** When an agent is given up, whichever server hears it. */
    public CompletableFuture<Optional<LossLimits>> limits(SessionId agent) {
        return inbox.ask(_ -> cluster.limits(agent));
    }

    /** How many agents must die of a chain to make it poison, unless its run says otherwise. */
    public int poisonAfter() {
        return settings.poisonAfter();
    }

    /** How unfinished runs stand, from memory. */
    public CompletableFuture<Optional<RunStatus>> status(RunId run) {
        return inbox.ask(_ -> Optional.ofNullable(runs.find(run)).map(LiveRun::status));
    }

    /**
     * The lanes whose work waits or runs, of the oldest runs first and not more of them than a limit. Costs as much as there are leases.
     */
    public CompletableFuture<List<SeenLane>> lanes() {
        return inbox.ask(turn -> agents.views().lanes(turn, runs.all()));
    }

    /** For each capability set for which something waits, the oldest run that is to be shown; only those of one owner, or all. */
    public CompletableFuture<Map<Capabilities, OldestRuns.Oldest>> oldest(Optional<Owner> whose) {
        return inbox.ask(_ -> OldestRuns.of(runs.all(), placement.demand().keySet(), whose));
    }

    /** What waits for each capability set. */
    public CompletableFuture<Map<String, Long>> demand() {
        return inbox.ask(_ -> questions.demand());
    }

    /**
     * What a fleet wants to see: agents, what waits, what was done since this one asker asked last, and whose work waits and runs.
     *
     * @param whose whether that is wanted: it costs more than to count
     */
    public CompletableFuture<FleetWork.Sight> sight(boolean whose) {
        return inbox.ask(turn -> new FleetWork.Sight(
                number,
                placement.needs(),
                agents.views().agents(turn, cluster),
                whose ? agents.views().lanes(turn, runs.all()) : List.of(),
                whose ? runs.controlled().outlooks() : Map.of(),
                agents.usage().take(),
                agents.views().limited(turn, runs.all())));
    }

    /**
     * Where lanes stand among those of their owners, for agents that work for one owner alone; it holds until it is said again. Lanes that
     * are not named, and runs that come later, are served first, by priority and arrival.
     */
    public void rank(Map<LaneId, LaneRank> ranks) {
        inbox.post(_ -> runs.ranked().tell(ranks));
    }

    /** Which runs that have a budget of their own may use which machines, and when; it holds until it is said again. */
    public void fund(Map<MachineId, Map<RunId, PaidTime>> paidTimes) {
        inbox.post(turn -> agents.fund(turn, paidTimes));
    }

    /** What there is to do at the moment. */
    public CompletableFuture<WorkCounts> tally() {
        return inbox.ask(_ -> WorkCounts.of(runs.all(), agents.views().heard() + cluster.heardByOthers()));
    }

    /** Records who did something that does not concern runs. Answered when it is durable. */
    public CompletableFuture<Void> note(Actor actor, String action, String target, String detail) {
        return inbox.tell(
                turn -> turn.changes.audit().add(new AuditEntry(turn.now, actor.who(), action, target, detail)));
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

    /** How many chains of each unfinished run have ended, as this engine knows. To be asked while it is not turned. */
    public Map<RunId, Long> ended() {
        return runs.all().stream()
                .collect(Collectors.toMap(run -> run.id, run -> run.totals().ended()));
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
        source.turn(turn.now);
        var taken = new ArrayList<EngineInbox.Input>();
        try {
            turn(turn, taken);
        } catch (StoreFailure broken) {
            fail(broken, taken);
            return false;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError unexpected) {
            // This engine is thrown away by whoever calls it. Those whose questions it had taken must not wait for
            // ever.
            var refusal = new Refusal(Refusal.Kind.UNAVAILABLE, "the server begins anew, try again: " + unexpected);
            for (var input : taken) input.refuse(refusal);
            throw unexpected;
        }
        boolean unfinished = refresher.hasOutdated()
                || !next.isEmpty()
                || inbox.hasEarly()
                || runs.hasWorkOfItsOwn()
                || turn.moreToPlace;
        return unfinished || !inbox.isEmpty();
    }

    /** The steps of a turn, in their order: what has come in, what time brings, what is placed, the commit, and what is told of it. */
    private void turn(Turn turn, List<EngineInbox.Input> taken) {
        noteStall(turn);
        beforeInputs(turn, taken);
        inbox.take(turn, taken);
        checkNowAndThen(turn);
        for (var run : runs.passDeadlines(turn))
            end(turn, run.id, EndRequest.CANCEL, Reason.DEADLINE, Actor.anyone("deadline"));
        for (var run : controllers.work(turn))
            end(turn, run.id, EndRequest.CANCEL, Reason.ERROR, Actor.anyone("an error in what the run is made of"));
        agents.passPaidTimes(turn);
        runs.finishComplete(turn);
        cluster.write(turn, agents.hasChanged(), runs.controlled()::kept);
        var granted = granter.place(turn);
        if (granted.isEmpty() && placement.hasIdleAgents()) agents.recallForIdle(turn);
        var claimed = commits.commit(turn);
        granter.lease(turn, granted, claimed);
        finishTurn(turn);
        counters.turn.record(time.nanos() - turn.nanos);
    }

    /** Keeps what is new about the courses of runs and is not kept yet. To be called before the last turn of an engine that ends in good order. */
    public CompletableFuture<Void> keepAll() {
        return inbox.tell(controllers::keepAll);
    }

    /** When {@link #runOnce} is to be called at the latest. */
    public long nextWakeNanos() {
        long next = lastTurnNanos + (agents.all().isEmpty() ? 20 : 2) * CHECK_NANOS;
        var now = clock.now();
        next = Math.min(next, controllers.nextNanos());
        next = Math.min(next, lastTurnNanos + nanosUntil(now, agents.leases().nextDue()));
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

    /** Everything that reads the store is done first, while memory and store agree. */
    private void beforeInputs(Turn turn, List<EngineInbox.Input> taken) {
        agents.leases().promoteDue(turn);
        runs.sweep(turn);
        member.giveAway(turn);
        inbox.takeEarly(turn, taken);
        refresher.refreshAll(turn);
        for (int i = next.size(); i > 0; i--) next.remove().accept(turn);
    }

    /** Time in which this thread did not run, or agents could not reach it, is not the agents' silence. */
    private void noteStall(Turn turn) {
        long gap = turn.nanos - lastTurnNanos;
        long counts = reachable ? USUAL_GAP_NANOS : 0;
        if (gap > counts) stalledNanos += gap - counts;
        lastTurnNanos = turn.nanos;
    }

    private void checkNowAndThen(Turn turn) {
        if (turn.nanos - lastCheckNanos >= CHECK_NANOS) {
            lastCheckNanos = turn.nanos;
            agents.expire(turn, stalledNanos);
            stalledNanos = 0;
        }
        if (member.beat(turn)) offers = offered();
    }

    private void end(Turn turn, RunId id, EndRequest how, Reason why, Actor actor) {
        if (!runs.end(turn, id, how, why, actor)) return;
        var run = runs.find(id);
        if (run != null) agents.stopAll(run);
    }

    // --- the end of a turn ---

    private void finishTurn(Turn turn) {
        runs.giveWay(turn);
        turn.ended.forEach(runs.controlled()::ended);
        turn.touched.forEach(runs::noteIfComplete);
        turn.touched.forEach(this::endIfTooManyFailed);
        for (var session : turn.served) agents.offer(turn, session);
        turn.touched.forEach(runs::offer);
        turn.complete();
        turn.recount.forEach(refresher::add);
        next.addAll(turn.next());
        agents.flush();
        if (agents.takeChange()) {
            cluster.arrange();
            offers = offered();
        }
        turn.ended.forEach((run, chains) -> {
            if (!chains.isEmpty()) listener.ended(run, chains);
        });
        turn.touched.forEach(run -> listener.changed(run.status()));
        turn.endedElsewhere.forEach(listener::endedElsewhere);
    }

    private List<OfferedResources> offered() {
        var all = new ArrayList<>(placement.offered());
        settings.onDemand().forEach(kind -> all.add(new OfferedResources(kind.offers(), kind.has())));
        return List.copyOf(all);
    }

    private void endIfTooManyFailed(LiveRun run) {
        long allowed = run.spec.maxFails();
        if (allowed < 0 || run.ending != EndRequest.NOT_ASKED || run.totals().failed() <= allowed) return;
        inbox.post(turn -> {
            if (runs.find(run.id) != null) {
                end(turn, run.id, EndRequest.CANCEL, Reason.TOO_MANY_FAILS, Actor.anyone("max-fails"));
            }
        });
    }

    private void fail(StoreFailure broken, List<EngineInbox.Input> taken) {
        failure = String.valueOf(broken.getMessage());
        failed = true;
        inbox.fail(new Refusal(Refusal.Kind.UNAVAILABLE, "the store failed, try again: " + failure), taken);
    }

    /** Refuses whatever still waits; for an engine that will not run again. */
    public void refuseAll(Refusal refusal) {
        inbox.refuseAll(refusal);
    }
}
