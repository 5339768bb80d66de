package io.tidewheel.storage.memory;

import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.AuditSeal;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRecord;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Lease;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.OpenRun;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.ShownAttempt;
import io.tidewheel.model.TokenRecord;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.WorkTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a memory database holds. Guarded by its own monitor. */
final class MemoryTables {
    record WorkKey(Owner owner, String setup, String kind) {}

    record Key(Owner owner, String key) {}

    record Life(String name, Instant beat, boolean over) {}

    record LogKey(ChainId chain, int attempt, LogStream stream) {}

    final TreeMap<RunId, Run> runs = new TreeMap<>();
    final Map<Key, RunId> keys = new HashMap<>();
    final Map<SessionId, SessionRecord> sessions = new HashMap<>();
    final Map<SessionId, TreeMap<ChainId, Chain>> leased = new LinkedHashMap<>();
    final TreeSet<Chain> delayed =
            new TreeSet<>(Comparator.comparing(Chain::dueAt).thenComparing(chain -> chain.id));
    final TreeMap<Long, Life> servers = new TreeMap<>();
    final MemoryAgents agents = new MemoryAgents();
    final Map<ChainId, TreeMap<Integer, AttemptRecord>> attempts = new HashMap<>();
    final Map<LogKey, TreeMap<Long, LogChunk>> logs = new HashMap<>();
    /** The entries of the audit log by their numbers. */
    final TreeMap<Long, AuditEntry> audit = new TreeMap<>();

    final TreeMap<Long, AuditSeal> seals = new TreeMap<>();
    final Map<String, TokenRecord> tokens = new LinkedHashMap<>();
    final TreeMap<ObjectName, MemoryObjects.Kept> objects = new TreeMap<>();
    final Map<String, Payload> clusterNotes = new HashMap<>();
    final Map<MachineId, MachineRecord> machines = new LinkedHashMap<>();
    /** By machine, period and run. */
    final TreeMap<MachineId, TreeMap<Long, TreeMap<RunId, Duration>>> uses = new TreeMap<>();

    final Map<MemoryNoticeStore.Key, MemoryNoticeStore.Entry> notices = new LinkedHashMap<>();
    final Map<WorkKey, WorkTime> workTimes = new LinkedHashMap<>();
    /** The server that looks after the machines; 0 = none has so far. */
    long fleetServer;

    final List<MemoryStore> users = new CopyOnWriteArrayList<>();
    long lastRun;
    long lastServer;
    /** The latest time any server has told: the clock of this database. */
    Instant now = Instant.MIN;

    void leave(MemoryStore store) {
        users.remove(store);
    }

    void note(List<AuditEntry> entries) {
        for (var entry : entries) audit.put(audit.isEmpty() ? 1 : audit.lastKey() + 1, entry);
    }

    void see(Instant time) {
        if (time.isAfter(now)) now = time;
    }

    /** By recipient and chain. */
    final Map<Long, Map<ChainId, Payload>> notes = new TreeMap<>();

    Payload document(RunId id) {
        var run = runs.get(id);
        return run == null ? Payload.NONE : run.document;
    }

    Optional<Lane> lane(LaneId id) {
        return Optional.ofNullable(runs.get(id.run())).flatMap(run -> Optional.ofNullable(run.lanes.get(id.number())));
    }

    Optional<Chain> chain(ChainId id) {
        return Optional.ofNullable(runs.get(id.run())).flatMap(run -> Optional.ofNullable(run.chains.get(id.index())));
    }

    Optional<SessionRecord> session(SessionId id) {
        return Optional.ofNullable(sessions.get(id));
    }

    void makeReady(Chain chain) {
        chain.state = ChainState.READY;
        chain.due = Optional.empty();
        chain.lane.ready.put(chain.id.index(), chain);
    }

    void makeDelayed(Chain chain, Instant due) {
        chain.state = ChainState.DELAYED;
        chain.due = Optional.of(due);
        delayed.add(chain);
    }

    void makeRunning(Chain chain, SessionId session) {
        chain.state = ChainState.RUNNING;
        chain.session = Optional.of(session);
        leased.computeIfAbsent(session, _ -> new TreeMap<>()).put(chain.id, chain);
    }

    /** The latest attempts that did not succeed, the last one first. */
    List<AttemptRecord> attemptsOf(ChainId chain, int limit) {
        var kept = attempts.get(chain);
        return kept == null
                ? List.of()
                : kept.descendingMap().values().stream().limit(limit).toList();
    }

    /** Whether it is written down that the agent of a session was lost while it worked on an attempt. */
    boolean hasLost(SessionId session, ShownAttempt each) {
        var lost = attempts.getOrDefault(each.chain(), new TreeMap<>()).get(each.attempt());
        return lost != null && lost.session().equals(session);
    }

    /** An agent that was given up has an attempt again; the loss is forgotten. */
    void giveBack(Chain chain, SessionId session, int attempt) {
        takeOut(chain);
        if (chain.attempt == attempt && chain.reason == Reason.AGENT_DIED && chain.losses > 0) chain.losses--;
        chain.latest = Math.max(chain.latest, chain.attempt);
        chain.attempt = attempt;
        chain.reason = Reason.RETURNED;
        var lost = attempts.get(chain.id);
        if (lost != null) lost.remove(attempt);
        makeRunning(chain, session);
    }

    void makeFinal(Chain chain, ChainState state, Reason reason, Instant at) {
        chain.state = state;
        chain.reason = reason;
        chain.finished = Optional.of(at);
        chain.due = Optional.empty();
        chain.lane.totals = chain.lane.totals.plus(one(state));
    }

    /** Takes a chain out of the collection its present state keeps it in. */
    void takeOut(Chain chain) {
        switch (chain.state) {
            case READY -> chain.lane.ready.remove(chain.id.index());
            case DELAYED -> delayed.remove(chain);
            case RUNNING -> takeFrom(chain.session.orElseThrow(), chain);
            case HELD, SUCCEEDED, FAILED, CANCELLED -> {}
        }
    }

    /** Puts a queued chain into the lane of its run that is like its own but for the priority; it is made if there is none. */
    void move(Chain chain, int priority) {
        if (chain.lane.spec.priority() == priority) return;
        var lanes = run(chain.id.run()).lanes;
        var wanted = chain.lane.spec.withPriority(priority);
        var lane = lanes.values().stream()
                .filter(other -> other.spec.equals(wanted))
                .findFirst()
                .orElseGet(() -> newLane(lanes, wanted));
        var state = chain.state;
        takeOut(chain);
        chain.lane.totals = chain.lane.totals.plus(new LaneTotals(-1, 0, 0, 0));
        chain.lane = lane;
        lane.totals = lane.totals.plus(new LaneTotals(1, 0, 0, 0));
        if (state == ChainState.READY) lane.ready.put(chain.id.index(), chain);
        else delayed.add(chain);
    }

    private Run run(RunId id) {
        var run = runs.get(id);
        if (run == null) throw new IllegalStateException("there is no run " + id);
        return run;
    }

    private static Lane newLane(NavigableMap<Integer, Lane> lanes, LaneSpec spec) {
        var last = lanes.lastEntry().getValue().id;
        var lane = new Lane(new TurnChanges.NewLane(new LaneId(last.run(), last.number() + 1), spec));
        lanes.put(lane.id.number(), lane);
        return lane;
    }

    private void takeFrom(SessionId session, Chain chain) {
        var held = leased.get(session);
        if (held == null)
            throw new IllegalStateException("chain %s is leased to unknown session %s".formatted(chain.id, session));
        held.remove(chain.id);
        if (held.isEmpty()) leased.remove(session);
    }

    private static LaneTotals one(ChainState state) {
        return switch (state) {
            case SUCCEEDED -> new LaneTotals(0, 1, 0, 0);
            case FAILED -> new LaneTotals(0, 0, 1, 0);
            case CANCELLED -> new LaneTotals(0, 0, 0, 1);
            case READY, DELAYED, RUNNING, HELD ->
                throw new IllegalArgumentException("a chain does not end as " + state);
        };
    }

    static final class Run {
        final RunId id;
        RunSpec spec;
        final Optional<String> key;
        final Instant created;
        RunState state;
        Optional<Instant> started = Optional.empty();
        Optional<Instant> finished = Optional.empty();
        int made;
        boolean closed;
        boolean held;
        EndRequest ending = EndRequest.NOT_ASKED;
        Reason endReason = Reason.NONE;
        long logBytes;
        Payload document = Payload.NONE;
        final TreeMap<Integer, Payload> course = new TreeMap<>();
        /** The server that makes its chains; 0 = none yet. */
        long keeper;

        final TreeMap<Integer, Lane> lanes = new TreeMap<>();
        final TreeMap<Integer, Chain> chains = new TreeMap<>();

        Run(TurnChanges.NewRun made) {
            id = made.id();
            spec = made.spec();
            key = made.key();
            created = made.at();
            closed = made.closed();
            held = made.held();
            state = held ? RunState.HELD : RunState.QUEUED;
        }

        RunRecord record() {
            var records = lanes.values().stream().map(Lane::record).toList();
            return new RunRecord(
                    id, spec, state, created, started, finished, made, closed, held, ending, endReason, logBytes,
                    records);
        }

        OpenRun open() {
            var ready = new LinkedHashMap<LaneId, Long>();
            lanes.values().forEach(lane -> ready.put(lane.id, (long) lane.ready.size()));
            return new OpenRun(record(), ready);
        }
    }

    static final class Lane {
        final LaneId id;
        LaneSpec spec;
        LaneTotals totals = LaneTotals.ZERO;
        final TreeMap<Integer, Chain> ready = new TreeMap<>();

        Lane(TurnChanges.NewLane made) {
            id = made.id();
            spec = made.spec();
        }

        LaneRecord record() {
            return new LaneRecord(id, spec, totals);
        }
    }

    static final class Chain {
        final ChainId id;
        Lane lane;
        final NewChain made;
        final Instant added;
        ChainState state = ChainState.READY;
        Reason reason = Reason.NONE;
        int attempt;
        /** The latest attempt, if a returned agent works on an earlier one. */
        int latest;

        int failures;
        int losses;
        Optional<SessionId> session = Optional.empty();
        Optional<Instant> firstClaimed = Optional.empty();
        Optional<Instant> claimed = Optional.empty();
        Optional<Instant> due = Optional.empty();
        Optional<Instant> finished = Optional.empty();
        int exitCode;
        Payload report = Payload.NONE;

        Chain(ChainId id, Lane lane, NewChain made, Instant added) {
            this.id = id;
            this.lane = lane;
            this.made = made;
            this.added = added;
        }

        Instant dueAt() {
            return due.orElseThrow();
        }

        boolean isHeldBy(Lease lease) {
            if (!lease.durable()) return !state.isFinal();
            return state == ChainState.RUNNING
                    && attempt == lease.attempt()
                    && session.equals(Optional.of(lease.session()));
        }

        ClaimedChain claimed(SessionId by, int attempt, Instant firstClaimed) {
            return new ClaimedChain(
                    lane.id,
                    id.index(),
                    attempt,
                    failures,
                    losses,
                    by,
                    made.parameter(),
                    made.body(),
                    added,
                    firstClaimed);
        }

        Lease lease() {
            var holder = session.orElseThrow();
            return new Lease(id, lane.id, attempt, failures, losses, holder, firstClaimed.orElseThrow(), true);
        }

        ChainRecord record(boolean brief) {
            return new ChainRecord(
                    id,
                    lane.id.number(),
                    state,
                    reason,
                    attempt,
                    failures,
                    losses,
                    session,
                    made.parameter(),
                    brief ? Payload.NONE : made.body(),
                    added,
                    firstClaimed,
                    claimed,
                    due,
                    finished,
                    exitCode,
                    report);
        }
    }

    void learn(WorkTime time) {
        workTimes.merge(new WorkKey(time.owner(), time.setup(), time.kind()), time, WorkTime::plus);
    }
}
