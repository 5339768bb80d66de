package io.tidewheel.engine;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Archive;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A small stage for tests: an engine on a database in memory, under virtual time, and agents that do what the test says. */
final class EngineStory implements EngineListener {
    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    static final Owner ADA = new Owner("ada");

    final VirtualTime time;
    final MemoryDatabase database;
    final Map<RunId, List<EndedChain>> ended = new HashMap<>();
    final Map<RunId, RunStatus> status = new HashMap<>();
    final List<String> disconnected = new ArrayList<>();
    private final Map<SessionId, Puppet> puppets = new LinkedHashMap<>();
    private final EngineSettings settings;
    private final String name;
    Engine engine;
    private long nextSession;

    EngineStory() {
        this(EngineSettings.DEFAULT);
    }

    EngineStory(EngineSettings settings) {
        this("story", MemoryDatabase.empty(), new VirtualTime(NOON), settings, 1);
    }

    /** A server on a database that others use, too. */
    EngineStory(String name, MemoryDatabase database, VirtualTime time, EngineSettings settings, long firstSession) {
        this.name = name;
        this.database = database;
        this.time = time;
        this.settings = settings;
        this.nextSession = firstSession;
        this.engine = open();
    }

    private Engine open() {
        return new Engine(name, database.store(), time, new SplittableRandom(1), settings, this, () -> {});
    }

    /** The server is killed and started again on what the store has. Agents do not know yet. */
    void restartServer() {
        puppets.values().forEach(puppet -> puppet.connected = false);
        engine = open();
    }

    /** Lets everything happen that can happen now. */
    void settle() {
        while (engine.runOnce()) {
            // more to do
        }
    }

    /** Lets time pass, with heartbeats of those agents that live. */
    void pass(Duration howLong) {
        long end = time.nanos() + howLong.toNanos();
        while (time.nanos() < end) {
            time.advance(Duration.ofMillis(100));
            beat();
        }
    }

    /** Heartbeats of those agents that live. */
    void beat() {
        for (var puppet : puppets.values()) {
            if (puppet.connected && !puppet.silent) engine.report(puppet.session, AgentReport.heartbeat());
        }
        settle();
    }

    /** An agent of another server comes to this one, under its session and with all it holds. */
    Puppet moveHere(Puppet from) {
        var here = new Puppet(from.name, from.offers, from.has, from.slots, from.credit, from.session);
        here.work.addAll(from.work);
        puppets.put(here.session, here);
        here.join();
        return here;
    }

    <T> T answer(CompletableFuture<T> future) {
        settle();
        try {
            return future.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof Refusal refusal) throw refusal;
            throw failed;
        }
    }

    // --- submitting ---

    static LaneSpec lane() {
        return LaneSpec.PLAIN;
    }

    static LaneSpec lane(String requires) {
        return new LaneSpec(
                Capabilities.parse(requires),
                0,
                RetryPolicy.NEVER,
                ChainTimeLimits.NONE,
                Delivery.EXACTLY_ONCE,
                Payload.NONE);
    }

    static LaneSpec lane(RetryPolicy retry, ChainTimeLimits limits) {
        return new LaneSpec(Capabilities.NONE, 0, retry, limits, Delivery.EXACTLY_ONCE, Payload.NONE);
    }

    static LaneSpec lane(Delivery delivery) {
        return new LaneSpec(Capabilities.NONE, 0, RetryPolicy.NEVER, ChainTimeLimits.NONE, delivery, Payload.NONE);
    }

    RunId submit(LaneSpec lane, int tasks) {
        return submit(RunSpec.tasks(ADA, "tasks"), lane, tasks);
    }

    RunId submit(RunSpec spec, LaneSpec lane, int tasks) {
        var chains = Collections.nCopies(tasks, new NewChain("", Payload.NONE));
        var submission = new NewRun(spec, lane, Optional.empty(), chains, true, false, false, "test");
        return answer(engine.submit(submission)).run();
    }

    // --- looking ---

    Archive archive() {
        return database.archive();
    }

    RunRecord run(RunId id) {
        return archive().run(id).orElseThrow();
    }

    /** The oldest runs of all capability sets for which something waits. */
    List<RunId> oldest(Optional<Owner> whose) {
        return answer(engine.oldest(whose)).values().stream()
                .map(OldestRuns.Oldest::run)
                .toList();
    }

    ChainRecord chain(RunId run, int index) {
        return archive().chain(new ChainId(run, index)).orElseThrow();
    }

    // --- agents ---

    Puppet agent(String name, String offers, int slots) {
        return agent(name, offers, slots, slots);
    }

    Puppet agent(String name, String offers, int slots, int credit) {
        return agent(name, offers, Amounts.UNLIMITED, slots, credit);
    }

    /** An agent that says itself when it is to be given up. */
    Puppet agent(String name, String offers, int slots, Optional<LossLimits> limits) {
        var puppet = new Puppet(name, offers, Amounts.UNLIMITED, slots, slots, new SessionId(nextSession++));
        puppet.limits = limits;
        puppets.put(puppet.session, puppet);
        puppet.join();
        return puppet;
    }

    Puppet agent(String name, String offers, Amounts has, int slots, int credit) {
        var puppet = new Puppet(name, offers, has, slots, credit, new SessionId(nextSession++));
        puppets.put(puppet.session, puppet);
        puppet.join();
        return puppet;
    }

    /** An agent moved by the test's hand. */
    final class Puppet {
        final String name;
        final SessionId session;
        final List<Assignment> work = new ArrayList<>();
        final List<StopOrder> stops = new ArrayList<>();
        int recalled;
        boolean silent;
        boolean connected;
        /** Whether it shows receipts of what it was given. */
        boolean receipts = true;
        /** What it shows is at work, and goes on whoever else has begun. */
        boolean goesOn;

        Optional<LossLimits> limits = Optional.empty();
        long acknowledged;
        List<String> servers = List.of();
        String movedTo = "";
        private final String offers;
        private final Amounts has;
        private final int slots;
        private int credit;
        private long sequence;

        Puppet(String name, String offers, Amounts has, int slots, int credit, SessionId session) {
            this.name = name;
            this.offers = offers;
            this.has = has;
            this.slots = slots;
            this.credit = credit;
            this.session = session;
        }

        void join() {
            joinUndecidedAbout("");
        }

        /** It does not know yet whether it can offer these as well. */
        void joinUndecidedAbout(String more) {
            connected = true;
            var info = new AgentDescription(
                            session, name, "host", Capabilities.parse(offers), has, slots, credit, false)
                    .undecidedAbout(Capabilities.parse(more))
                    .within(limits);
            answer(engine.join(
                    info,
                    work.stream()
                            .map(each -> new HeldAttempt(each.chain(), each.attempt(), receipts, goesOn))
                            .toList()));
        }

        void hangUp() {
            connected = false;
            engine.leave(session);
            settle();
        }

        Assignment first() {
            return work.getFirst();
        }

        void succeed(Assignment done) {
            end(done, Reason.NONE, Duration.ofSeconds(3));
        }

        void fail(Assignment failed) {
            end(failed, Reason.EXIT_CODE, Duration.ofSeconds(3));
        }

        void end(Assignment ended, Reason reason, Duration took) {
            end(
                    ended,
                    new AttemptReport(
                            ended.chain(),
                            ended.attempt(),
                            0,
                            reason,
                            reason == Reason.NONE ? 0 : 1,
                            took,
                            Payload.NONE));
        }

        void cancel(Assignment ended, Reason reason) {
            var took = Duration.ofSeconds(3);
            end(ended, new AttemptReport(ended.chain(), ended.attempt(), 0, reason, 143, took, Payload.NONE, true));
        }

        private void end(Assignment ended, AttemptReport report) {
            work.remove(ended);
            send(new AgentReport(
                    ++sequence,
                    List.of(report),
                    List.of(),
                    List.of(),
                    List.of(),
                    OptionalInt.empty(),
                    Optional.empty(),
                    false));
        }

        void giveBack(Assignment unstarted) {
            work.remove(unstarted);
            var held = new HeldAttempt(unstarted.chain(), unstarted.attempt());
            send(new AgentReport(
                    ++sequence,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(held),
                    OptionalInt.empty(),
                    Optional.empty(),
                    false));
        }

        /** Says that it has begun with a chain. */
        void start(Assignment begun) {
            var held = new HeldAttempt(begun.chain(), begun.attempt());
            send(new AgentReport(
                    0, List.of(), List.of(), List.of(held), List.of(), OptionalInt.empty(), Optional.empty(), false));
        }

        /** Says how many chains it is willing to hold from now on. */
        void wants(int chains) {
            credit = chains;
            send(new AgentReport(
                    0, List.of(), List.of(), List.of(), List.of(), OptionalInt.of(chains), Optional.empty(), false));
        }

        void showHoldings() {
            var held = work.stream()
                    .map(each -> new HeldAttempt(each.chain(), each.attempt(), receipts, goesOn))
                    .toList();
            send(new AgentReport(
                    0, List.of(), List.of(), List.of(), List.of(), OptionalInt.empty(), Optional.of(held), false));
        }

        private void send(AgentReport report) {
            answer(engine.report(session, report));
        }
    }

    // --- what the engine says ---

    @Override
    public void order(SessionId agent, AgentOrder order) {
        var puppet = puppets.get(agent);
        puppet.work.addAll(order.assignments());
        puppet.stops.addAll(order.stops());
        puppet.recalled += order.recall();
        if (!order.servers().isEmpty()) puppet.servers = order.servers();
        if (!order.moveTo().isEmpty()) puppet.movedTo = order.moveTo();
        if (order.acknowledged() > 0) puppet.acknowledged = order.acknowledged();
    }

    @Override
    public void disconnect(SessionId agent, String why) {
        var puppet = puppets.get(agent);
        disconnected.add(puppet.name);
        puppet.connected = false;
    }

    @Override
    public void ended(RunId run, List<EndedChain> chains) {
        ended.computeIfAbsent(run, _ -> new ArrayList<>()).addAll(chains);
    }

    @Override
    public void changed(RunStatus run) {
        status.put(run.id(), run);
    }
}
