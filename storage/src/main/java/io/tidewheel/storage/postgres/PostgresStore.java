package io.tidewheel.storage.postgres;

import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.ClusterState;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.RunClaim;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.storage.sql.AgentTables;
import io.tidewheel.storage.sql.SqlConnection;
import io.tidewheel.storage.sql.SqlRestore;
import io.tidewheel.storage.sql.SqlStore;
import io.tidewheel.storage.sql.SqlTimes;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The store of several servers. Every step is one transaction of the {@link PostgresWriter}. */
final class PostgresStore extends SqlStore {
    /** A server that has not beaten for this long need not be told anything. */
    private static final String SILENT = "interval '15 seconds'";

    private static final int MOST_RUNS_AHEAD = 64;
    /** Numbers are not kept for long: the place for old ones may be gone. */
    private static final long NANOS_AHEAD = 60_000_000_000L;

    private static final int MILLIS_TO_READ_MUCH = 60_000;
    private static final int LONGEST_MESSAGE = 7_000;
    /** Locks have no more names than numbers of servers below this. */
    private static final int LIVES = Integer.MAX_VALUE;

    /** Held by the connection of a living server. A server that was killed lets go of it as soon as the database sees its connection closed. */
    private static final String HOLD_NAME =
            "SELECT pg_advisory_lock(hashtext('tidewheel server'), hashtext(current_schema() || '/' || ?))";

    /**
     * Held by the connection on which a server has begun, and all it does is done on that one: as soon as nobody holds it, nothing of this life
     * of it can be written any more. Each life has one of its own, so that the next one cannot be taken for it.
     */
    private static final String HOLD_LIFE =
            "SELECT pg_advisory_lock(hashtext('tidewheel-life/' || current_schema()), (? %% %d)::int)".formatted(LIVES);

    private static final String END_LIFE = HOLD_LIFE.replace("pg_advisory_lock", "pg_advisory_unlock");

    private static final String HELD_LIVES = """
        SELECT number FROM server WHERE number %% %d IN (SELECT objid::bigint FROM pg_locks
             WHERE locktype = 'advisory' AND objsubid = 2 AND granted
               AND classid::bigint = hashtext('tidewheel-life/' || current_schema())::bigint & 4294967295
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
        """.formatted(LIVES);

    private static final String GIVE_UP =
            "UPDATE server SET beat = LEAST(beat, clock_timestamp() - ? * interval '1 microsecond') WHERE number = ?";

    private static final String PASS_OVER_RUNS = "SELECT setval('run_number', nextval('run_number') + ?)";

    private static final String NOTIFY = "SELECT pg_notify('tidewheel_' || current_schema(), ?)";

    private static final String ORPHANED = """
        SELECT span.first, span.count, span.lane, span.attempt, span.session, span.claimed, span.remaining, session.server
          FROM span LEFT JOIN session ON session.id = span.session LEFT JOIN server ON server.number = session.server
         WHERE span.session > 0 AND (session.server IS NULL OR session.server <> ? AND (server.number IS NULL
            OR server.beat < clock_timestamp() - ? * interval '1 microsecond'))
         ORDER BY span.first
        """;

    /** Locked, so that of several servers that want it one comes after the other. */
    private static final String KEEPER = """
        SELECT k.server, EXISTS (SELECT 1 FROM server
             WHERE number = k.server AND beat > clock_timestamp() - ? * interval '1 microsecond')
          FROM run_keeper k WHERE k.run = ? FOR UPDATE
        """;

    private static final String KEEP_FIRST =
            "INSERT INTO run_keeper (run, server) VALUES (?, ?) ON CONFLICT (run) DO NOTHING";

    private static final String KEEP_NEXT = "UPDATE run_keeper SET server = ? WHERE run = ?";

    private static final String FORGET_EARLIER =
            "DELETE FROM server WHERE number <> ? AND (name = ? OR beat < clock_timestamp() - interval '1 day')";
    /** Nobody takes what is for a server that is gone. */
    private static final String FORGET_NOTES =
            "DELETE FROM run_note WHERE recipient <> ? AND recipient NOT IN (SELECT number FROM server)";

    private static final String SERVERS = "SELECT " + AgentTables.SERVER_COLUMNS
            + ", (EXTRACT(EPOCH FROM clock_timestamp() - beat) * 1000000)::bigint FROM server ORDER BY name, number";

    private final PostgresWriter writer;
    private final PrimaryFinder primary;
    private final PostgresListener listener;
    private final ArrayDeque<RunId> runsAhead = new ArrayDeque<>();
    private int reserveNext = 1;
    private long aheadSince;
    private volatile boolean othersLive;
    private long self;
    /** How often the primary had changed when numbers of runs were taken from it last. */
    private long primaryOfNumbers;
    /** The connection on which this server has begun. */
    private @Nullable SqlConnection life;
    /** Other servers that were seen to live: if their connections are gone, so are they. */
    private Set<Long> seenAlive = Set.of();

    PostgresStore(PostgresConnections connections, PostgresWriter writer) {
        this.writer = writer;
        this.primary = connections.primary();
        this.listener = new PostgresListener(connections, connections::forListening, () -> othersLive = true);
    }

    // --- servers ---

    @Override
    public ServerNumber begin(String serverName, Instant now) {
        var before = life;
        life = null;
        // After a failure of the database nobody has begun again yet, and nobody is to be taken for dead for that.
        seenAlive = Set.of();
        holdName(serverName);
        passOverRuns();
        var number = write("begin", (link, _) -> {
            if (before == link) link.first(END_LIFE, _ -> true, self);
            var begun = link.first(
                            "INSERT INTO server (name, beat, since) VALUES (?, clock_timestamp(), ?) RETURNING number",
                            row -> new ServerNumber(row.getLong(1)),
                            serverName,
                            SqlTimes.micros(now))
                    .orElseThrow();
            int inherited = new AgentTables(link)
                    .inherit(
                            begun,
                            Optional.of("server IN (SELECT number FROM server WHERE name = ? AND number <> ?)"),
                            serverName,
                            begun.value());
            link.update("UPDATE server SET agents = ? WHERE number = ?", inherited, begun.value());
            link.update(FORGET_EARLIER, begun.value(), serverName);
            link.update("DELETE FROM present_agent WHERE server NOT IN (SELECT number FROM server)");
            link.first(HOLD_LIFE, _ -> true, begun.value());
            life = link;
            link.update(FORGET_NOTES, ServerNote.KEEPER);
            return begun;
        });
        self = number.value();
        try {
            listener.begin(self);
        } catch (SQLException failed) {
            throw PostgresErrors.failure("listen to other servers", failed);
        }
        write("greet other servers", (link, _) -> {
            link.first(NOTIFY, _ -> true, PostgresListener.message(self, PostgresListener.BEGUN));
            othersLive = seesOthers(link);
            return true;
        });
        return number;
    }

    /** A standby that was behind does not know which numbers were given out last, and others outside may have kept them. */
    private void passOverRuns() {
        long changes = primary.changes();
        if (changes == primaryOfNumbers) return;
        runsAhead.clear();
        write(
                "pass over numbers of runs",
                (link, _) -> link.first(PASS_OVER_RUNS, _ -> true, SqlRestore.RUNS_PASSED_OVER));
        primaryOfNumbers = changes;
    }

    /** Two servers with one name would take each other's agents for lost. */
    private void holdName(String serverName) {
        try {
            writer.run(link -> {
                link.run("SET LOCAL lock_timeout = '3s'");
                return link.first(HOLD_NAME, _ -> true, serverName);
            });
        } catch (SQLException held) {
            if (!"55P03".equals(held.getSQLState())) throw PostgresErrors.failure("begin", held);
            boolean silent = read(
                    "look for the other server",
                    (link, _) -> link.first(
                                    "SELECT 1 FROM server WHERE name = ? AND beat > clock_timestamp() - " + SILENT,
                                    _ -> true,
                                    serverName)
                            .isEmpty());
            if (!silent) {
                throw new StoreFailure(
                        "another server named '%s' uses this database: give this one another name (--name), or stop that one first"
                                .formatted(serverName));
            }
        }
    }

    @Override
    public void beat(ServerNumber server, Instant now, Duration silence) {
        seenAlive = write("say that this server lives", (link, _) -> {
            var alive = Set.copyOf(link.list(HELD_LIVES, row -> row.getLong(1)));
            int beaten = link.update("UPDATE server SET beat = clock_timestamp() WHERE number = ?", server.value());
            if (beaten == 0) throw new StoreFailure("another server has begun under the name of this one");
            for (long other : seenAlive)
                if (!alive.contains(other)) link.update(GIVE_UP, SqlTimes.micros(silence), other);
            othersLive = seesOthers(link);
            return alive;
        });
    }

    @Override
    public ClusterState cluster(ServerNumber server) {
        return read(
                "see how the servers stand",
                (link, _) -> new ClusterState(
                        link.list(SERVERS, AgentTables::server), new AgentTables(link).toDrain(server)));
    }

    private boolean seesOthers(SqlConnection link) throws SQLException {
        return link.first(
                        "SELECT 1 FROM server WHERE number <> ? AND beat > clock_timestamp() - " + SILENT,
                        _ -> true,
                        self)
                .isPresent();
    }

    @Override
    protected String orphanedSpans() {
        return ORPHANED;
    }

    @Override
    protected List<Object> orphanedSpansOf(ServerNumber server, Duration silentFor) {
        return List.of(server.value(), SqlTimes.micros(silentFor));
    }

    // --- runs ---

    /**
     * Reserves numbers of runs. A server that asks often is given more than it asked for, so that not every submission goes to the
     * database and back for its number.
     */
    @Override
    public List<RunId> reserveRuns(int count) {
        if (System.nanoTime() - aheadSince > NANOS_AHEAD) runsAhead.clear();
        if (runsAhead.size() < count) {
            int more = Math.max(count, reserveNext);
            reserveNext = Math.min(MOST_RUNS_AHEAD, 2 * reserveNext);
            aheadSince = System.nanoTime();
            runsAhead.addAll(write(
                    "reserve %d run numbers".formatted(more),
                    (link, _) -> link.list(
                            "SELECT nextval('run_number') FROM generate_series(1, ?)",
                            row -> new RunId(row.getLong(1)),
                            more)));
        }
        var runs = new ArrayList<RunId>(count);
        while (runs.size() < count) runs.add(runsAhead.removeFirst());
        return runs;
    }

    /**
     * What another server was about to take is not waited for in the transaction of the commit, where both could hold what the other waits
     * for. It is looked at again in a transaction of its own: the other may have left some.
     */
    @Override
    public CommitResult commit(TurnChanges changes) {
        var outcome = super.commit(changes);
        var unfilled = unfilledClaims();
        if (!(outcome instanceof CommitResult.Done done) || unfilled.isEmpty() || !othersLive) return outcome;
        var rest = new TurnChanges(changes.server());
        rest.claims().addAll(unfilled);
        if (!(commitWaiting(rest) instanceof CommitResult.Done more)
                || more.claimed().isEmpty()) return outcome;
        var claimed = new ArrayList<ClaimedChain>(done.claimed());
        claimed.addAll(more.claimed());
        return new CommitResult.Done(claimed, done.totals());
    }

    @Override
    public RunClaim keep(RunId run, ServerNumber server, Duration silentFor) {
        record Keeper(long number, boolean lives) {}
        return write("keep run " + run, (link, _) -> {
            var keeper = link.first(
                    KEEPER,
                    row -> new Keeper(row.getLong(1), row.getBoolean(2)),
                    SqlTimes.micros(silentFor),
                    run.number());
            if (keeper.isPresent() && keeper.get().number == server.value()) return RunClaim.OURS;
            if (keeper.isPresent() && keeper.get().lives) return RunClaim.THEIRS;
            int taken = keeper.isPresent()
                    ? link.update(KEEP_NEXT, server.value(), run.number())
                    : link.update(KEEP_FIRST, run.number(), server.value());
            return taken == 0 ? RunClaim.THEIRS : RunClaim.TAKEN;
        });
    }

    @Override
    public void release(RunId run, ServerNumber server) {
        write(
                "release run " + run,
                (link, _) -> link.update(
                        "DELETE FROM run_keeper WHERE run = ? AND server = ?", run.number(), server.value()));
    }

    // --- other servers ---

    @Override
    public boolean shared() {
        return true;
    }

    @Override
    public void onChange(Consumer<RunId> wake) {
        listener.onChange(wake);
    }

    private void tell(StatementPipeline pipeline, Set<RunId> runs) {
        if (!othersLive || runs.isEmpty()) return;
        var message = new StringBuilder();
        for (var run : runs) {
            if (message.length() > LONGEST_MESSAGE) {
                pipeline.call(NOTIFY)
                        .text(PostgresListener.message(self, message.toString()))
                        .later();
                message.setLength(0);
            }
            if (!message.isEmpty()) message.append(',');
            message.append(run);
        }
        pipeline.call(NOTIFY)
                .text(PostgresListener.message(self, message.toString()))
                .later();
    }

    // --- transactions ---

    @Override
    protected <T> T read(String name, Step<T> step) {
        return inTransaction(name, link -> {
            link.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
            return run(link, step, true);
        });
    }

    /** What grows with all that is unfinished may take longer than a commit, on a machine that has just been started. */
    @Override
    protected <T> T readMuch(String name, Step<T> step) {
        return read(name, (link, tables) -> {
            var connection = link.connection();
            int usual = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, MILLIS_TO_READ_MUCH);
            try {
                return step.run(link, tables);
            } finally {
                // One that is broken is given up, and has told why.
                if (!connection.isClosed()) connection.setNetworkTimeout(Runnable::run, usual);
            }
        });
    }

    @Override
    protected <T> T write(String name, Step<T> step) {
        var careful = new AtomicBoolean();
        return inTransaction(name, link -> {
            requireLife(name, link);
            try {
                return run(link, step, careful.get());
            } catch (SQLException failed) {
                careful.set(PostgresErrors.isTwice(failed));
                throw failed;
            }
        });
    }

    /** What a server did on another connection than that on which it began, others would not expect any more: they may have taken over. */
    private void requireLife(String name, SqlConnection link) {
        var began = life;
        if (began == null || began == link) return;
        throw new StoreFailure(
                "could not %s: the connection on which this server began is gone; it begins anew".formatted(name));
    }

    private <T> T run(SqlConnection link, Step<T> step, boolean careful) throws SQLException {
        var pipeline = new StatementPipeline(link);
        var result = step.run(link, new PostgresTables(pipeline, careful, runs -> tell(pipeline, runs)));
        pipeline.flush();
        return result;
    }

    private <T> T inTransaction(String name, PostgresWriter.Work<T> work) {
        try {
            var result = new ArrayList<T>(1);
            writer.run(link -> {
                result.clear();
                var answer = work.run(link);
                result.add(answer);
                return answer instanceof CommitResult.Refused ? null : answer;
            });
            return result.getFirst();
        } catch (SQLException failed) {
            throw PostgresErrors.failure(name, failed);
        }
    }

    void close() {
        listener.close();
    }
}
