package io.tidewheel.storage.embedded;

import io.tidewheel.model.ClusterState;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.RunClaim;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.storage.sql.AgentTables;
import io.tidewheel.storage.sql.SqlConnection;
import io.tidewheel.storage.sql.SqlStore;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The store of the one server that holds the data folder. Every step is one transaction of the {@link SqliteWriter}. */
final class SqliteStore extends SqlStore {
    private static final String ORPHANED = """
        SELECT first, count, lane, attempt, session, claimed, remaining, server
          FROM span LEFT JOIN session ON session.id = span.session
         WHERE session > 0 AND (server IS NULL OR server <> ?)
         ORDER BY first
        """;

    private final SqliteWriter writer;
    /** The last run number that was given out. Below 0: not known yet. */
    private long lastRun = -1;

    SqliteStore(SqliteWriter writer) {
        this.writer = writer;
    }

    @Override
    public ServerNumber begin(String serverName, Instant now) {
        return write("begin", (link, _) -> {
            var number = new ServerNumber(link.first(
                            "UPDATE counter SET value = value + 1 WHERE name = 'server' RETURNING value",
                            row -> row.getLong(1))
                    .orElseThrow());
            new AgentTables(link).inherit(number, Optional.empty());
            return number;
        });
    }

    @Override
    public ClusterState cluster(ServerNumber self) {
        return ClusterState.ALONE;
    }

    /** There is no other server to tell. */
    @Override
    public void beat(ServerNumber server, Instant now, Duration silence) {}

    /** Given out from memory; the number becomes durable together with its run. */
    @Override
    public List<RunId> reserveRuns(int count) {
        if (lastRun < 0) lastRun = read("read the last run number", (link, _) -> lastRun(link));
        var runs = new ArrayList<RunId>(count);
        for (int i = 0; i < count; i++) runs.add(new RunId(++lastRun));
        return runs;
    }

    private static long lastRun(SqlConnection link) throws SQLException {
        return link.first("SELECT value FROM counter WHERE name = 'run'", row -> row.getLong(1))
                .orElseThrow();
    }

    @Override
    protected void noteNewRuns(SqlConnection link, TurnChanges changes) throws SQLException {
        long last = changes.runs().stream()
                .mapToLong(run -> run.id().number())
                .max()
                .orElse(0);
        if (last > 0) link.update("UPDATE counter SET value = ? WHERE name = 'run' AND value < ?", last, last);
    }

    @Override
    protected String orphanedSpans() {
        return ORPHANED;
    }

    @Override
    protected List<Object> orphanedSpansOf(ServerNumber self, Duration silentFor) {
        return List.of(self.value());
    }

    /** There is no other server that could. */
    @Override
    public RunClaim keep(RunId run, ServerNumber self, Duration silentFor) {
        return RunClaim.OURS;
    }

    @Override
    public void release(RunId run, ServerNumber self) {}

    @Override
    public boolean shared() {
        return false;
    }

    @Override
    public void onChange(Consumer<RunId> wake) {}

    @Override
    protected <T> T read(String name, Step<T> step) {
        return write(name, step);
    }

    @Override
    protected <T> T write(String name, Step<T> step) {
        try {
            var result = new Object[1];
            writer.run(link -> {
                result[0] = step.run(link, new SqliteTables(link));
                return result[0] instanceof CommitResult.Refused ? null : result[0];
            });
            @SuppressWarnings("unchecked")
            T answer = (T) result[0];
            return answer;
        } catch (SQLException failed) {
            throw SqliteErrors.failure(name, failed);
        }
    }
}
