package io.tidewheel.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one turn of the engine wants to make durable: all of it or nothing. The order of application is: sessions, runs, lanes, chains,
 * finishes, requeues, attempts, logs, courses, run updates, claims.
 *
 * <p>Filled and handed over by one thread.
 */
public final class TurnChanges {
    /** A run to be recorded. {@code key} makes it unique for its owner. */
    public record NewRun(RunId id, RunSpec spec, Optional<String> key, Instant at, boolean closed, boolean held) {}

    /** What a run was made of, in its kind's own form: kept apart, because it can be long. */
    public record Document(RunId run, Payload text) {}

    public record NewLane(LaneId id, LaneSpec spec) {}

    /** Chains to be added at consecutive indexes; adding them raises the lane's {@code added} and the run's {@code made}. */
    public record NewChains(LaneId lane, int firstIndex, List<NewChain> chains, Instant at) {}

    /**
     * Leases ready chains of a lane, lowest index first, at most {@code count} for each session. A session that, as of this commit, another
     * server looks after gets nothing: its agent has gone there, and only that server would notice if it were lost.
     */
    public record Claim(LaneId lane, List<Share> shares, Instant at) {}

    public record Share(SessionId session, int count) {}

    /** Ends a leased chain for good, if the lease is current. */
    public record Finish(Lease lease, ChainState state, Reason reason, int exitCode, Instant at, Payload report) {}

    /** Takes a lease back and queues the chain again, at once or (if {@code due} is given) later, if the lease is current. */
    public record Requeue(Lease lease, int failures, int losses, Optional<Instant> due, Reason reason) {}

    /** An attempt that did not succeed, kept as history. */
    public record Attempt(
            ChainId chain, int number, SessionId session, Instant ended, Reason reason, int exitCode, Payload report) {}

    /** What is now true of a run; empty parts stay as they are. */
    public record RunUpdate(
            RunId id,
            Optional<RunState> state,
            Optional<Instant> started,
            Optional<Instant> finished,
            Optional<Boolean> closed,
            Optional<Boolean> held,
            Optional<EndRequest> ending,
            Optional<Reason> endReason,
            Optional<Integer> priority,
            Optional<Money> budget,
            long logBytesAdded) {
        public static RunUpdate of(RunId id) {
            return new RunUpdate(
                    id,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    0);
        }

        public RunUpdate withState(RunState now) {
            return new RunUpdate(
                    id,
                    Optional.of(now),
                    started,
                    finished,
                    closed,
                    held,
                    ending,
                    endReason,
                    priority,
                    budget,
                    logBytesAdded);
        }

        public RunUpdate withStarted(Instant at) {
            return new RunUpdate(
                    id,
                    state,
                    Optional.of(at),
                    finished,
                    closed,
                    held,
                    ending,
                    endReason,
                    priority,
                    budget,
                    logBytesAdded);
        }

        public RunUpdate withFinished(Instant at) {
            return new RunUpdate(
                    id,
                    state,
                    started,
                    Optional.of(at),
                    closed,
                    held,
                    ending,
                    endReason,
                    priority,
                    budget,
                    logBytesAdded);
        }

        public RunUpdate withClosed() {
            return new RunUpdate(
                    id,
                    state,
                    started,
                    finished,
                    Optional.of(true),
                    held,
                    ending,
                    endReason,
                    priority,
                    budget,
                    logBytesAdded);
        }

        public RunUpdate withHeld(boolean now) {
            return new RunUpdate(
                    id,
                    state,
                    started,
                    finished,
                    closed,
                    Optional.of(now),
                    ending,
                    endReason,
                    priority,
                    budget,
                    logBytesAdded);
        }

        public RunUpdate withEnding(EndRequest how, Reason why) {
            return new RunUpdate(
                    id,
                    state,
                    started,
                    finished,
                    closed,
                    held,
                    Optional.of(how),
                    Optional.of(why),
                    priority,
                    budget,
                    logBytesAdded);
        }

        /** The update with another priority, for the run and for all of its lanes. */
        public RunUpdate withPriority(int now) {
            return new RunUpdate(
                    id,
                    state,
                    started,
                    finished,
                    closed,
                    held,
                    ending,
                    endReason,
                    Optional.of(now),
                    budget,
                    logBytesAdded);
        }

        public RunUpdate withBudget(Money now) {
            return new RunUpdate(
                    id,
                    state,
                    started,
                    finished,
                    closed,
                    held,
                    ending,
                    endReason,
                    priority,
                    Optional.of(now),
                    logBytesAdded);
        }

        public RunUpdate withLogBytes(long added) {
            return new RunUpdate(
                    id, state, started, finished, closed, held, ending, endReason, priority, budget, added);
        }
    }

    private final ServerNumber server;
    private final List<SessionRecord> sessions = new ArrayList<>();
    private final List<SessionId> adopted = new ArrayList<>();
    private final List<NewRun> runs = new ArrayList<>();
    private final List<Document> documents = new ArrayList<>();
    private final Set<RunId> kept = new TreeSet<>();
    private final Map<RunId, Integer> expected = new TreeMap<>();
    private final List<NewLane> lanes = new ArrayList<>();
    private final List<NewChains> chains = new ArrayList<>();
    private final List<Finish> finishes = new ArrayList<>();
    private final List<Requeue> requeues = new ArrayList<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private final List<LogChunk> logs = new ArrayList<>();
    private final Map<RunId, SortedMap<Integer, Payload>> courses = new TreeMap<>();
    private final List<RunUpdate> runUpdates = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final List<AuditEntry> audit = new ArrayList<>();
    private final AgentChanges agents = new AgentChanges();

    public TurnChanges(ServerNumber server) {
        this.server = server;
    }

    /** The server that commits. Requeues are refused for sessions that another server looks after. */
    public ServerNumber server() {
        return server;
    }

    /**
     * Sessions that {@link Store#orphanedLeases} found orphaned and that this server looks after from now on, applied after
     * {@link #sessions}. A session that somebody else looks after since then stays theirs.
     */
    public List<SessionId> adopted() {
        return adopted;
    }

    /** Sessions that joined: recorded, or replaced if they are known. */
    public List<SessionRecord> sessions() {
        return sessions;
    }

    public List<NewRun> runs() {
        return runs;
    }

    /** Runs whose chains and whose end only their keeper may write. The commit is refused if another server keeps one of them by now. */
    public Set<RunId> kept() {
        return kept;
    }

    /**
     * How many chains there are of a run before those of this commit, as far as this server knows. Where several servers may add chains to
     * a run, or end it, the commit is refused if there are others by now, or if the run has ended. Said again, it counts the first time.
     */
    public void expect(RunId run, int made) {
        expected.putIfAbsent(run, made);
    }

    /** What {@link #expect} was told. */
    public Map<RunId, Integer> expected() {
        return expected;
    }

    /** Documents of new runs; who commits them keeps the runs. */
    public List<Document> documents() {
        return documents;
    }

    public List<NewLane> lanes() {
        return lanes;
    }

    public List<NewChains> chains() {
        return chains;
    }

    public List<Finish> finishes() {
        return finishes;
    }

    public List<Requeue> requeues() {
        return requeues;
    }

    public List<Attempt> attempts() {
        return attempts;
    }

    public List<LogChunk> logs() {
        return logs;
    }

    /**
     * What is to be remembered of the course of unfinished runs, in numbered pieces, below zero too; a piece that is there already is replaced. They are
     * forgotten with the run.
     */
    public Map<RunId, SortedMap<Integer, Payload>> courses() {
        return courses;
    }

    /** Adds pieces to the course of a run. */
    public void remember(RunId run, SortedMap<Integer, Payload> pieces) {
        courses.computeIfAbsent(run, _ -> new TreeMap<>()).putAll(pieces);
    }

    public List<RunUpdate> runUpdates() {
        return runUpdates;
    }

    public List<Claim> claims() {
        return claims;
    }

    public List<AuditEntry> audit() {
        return audit;
    }

    /** What is to be written down of agents that are present, and of servers. */
    public AgentChanges agents() {
        return agents;
    }

    public boolean isEmpty() {
        return sessions.isEmpty()
                && adopted.isEmpty()
                && runs.isEmpty()
                && documents.isEmpty()
                && lanes.isEmpty()
                && chains.isEmpty()
                && finishes.isEmpty()
                && requeues.isEmpty()
                && attempts.isEmpty()
                && logs.isEmpty()
                && courses.isEmpty()
                && runUpdates.isEmpty()
                && claims.isEmpty()
                && audit.isEmpty()
                && agents.isEmpty();
    }
}
