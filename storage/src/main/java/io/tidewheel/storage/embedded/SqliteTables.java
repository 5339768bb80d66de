package io.tidewheel.storage.embedded;

import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.Payload;
import io.tidewheel.model.TurnChanges.Attempt;
import io.tidewheel.model.TurnChanges.NewChains;
import io.tidewheel.storage.sql.ChainContent;
import io.tidewheel.storage.sql.ChainHistory;
import io.tidewheel.storage.sql.ChainOutcome;
import io.tidewheel.storage.sql.ChainSpan;
import io.tidewheel.storage.sql.ChainTables;
import io.tidewheel.storage.sql.EnumCodes;
import io.tidewheel.storage.sql.RowKeys;
import io.tidewheel.storage.sql.SpanLedger;
import io.tidewheel.storage.sql.SqlConnection;
import io.tidewheel.storage.sql.SqlStore;
import io.tidewheel.storage.sql.SqlTimes;
import io.tidewheel.storage.sql.TextBytes;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Row by row: SQLite runs in this process, so a statement costs a few microseconds and no way to a server and back. */
final class SqliteTables implements ChainTables {
    /** Large enough that a full batch is one or two rows, small enough that looking inside one costs little. */
    private static final int LARGEST_SPAN = 1_024;

    private static final String SPAN = "SELECT first, count, lane, attempt, session, claimed, remaining FROM span ";
    private static final String PAST =
            "SELECT chain, lane, attempt, failures, losses, first_claimed, claimed, due, reason FROM past ";

    private static final String INSERT_CHAIN =
            "INSERT INTO chain (id, lane, added, parameter, body) VALUES (?, ?, ?, ?, ?)";
    private static final String CONTENTS =
            "SELECT id, parameter, body, added FROM chain WHERE id >= ? AND id < ? ORDER BY id";
    private static final String COVERING = SPAN + "WHERE first <= ? ORDER BY first DESC LIMIT 1";
    private static final String READY =
            SPAN + "WHERE session = 0 AND lane = ? AND first > ? AND first < ? ORDER BY first";
    private static final String READY_OF_RUN = SPAN + "WHERE first >= ? AND first < ? AND session = 0 ORDER BY first";
    private static final String INSERT_SPAN =
            "INSERT INTO span (first, count, lane, attempt, session, claimed, remaining) VALUES (?, ?, ?, ?, ?, ?, ?)";
    private static final String UPDATE_SPAN =
            "UPDATE span SET count = ?, lane = ?, attempt = ?, session = ?, claimed = ?, remaining = ? WHERE first = ?";
    private static final String SHRINK_SPAN = "UPDATE span SET remaining = ? WHERE first = ?";
    private static final String DELETE_SPAN = "DELETE FROM span WHERE first = ?";
    private static final String INSERT_OUTCOME = """
        INSERT OR IGNORE INTO outcome (chain, state, reason, attempt, failures, losses, session, first_claimed, claimed, finished,
            exit_code, report)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;
    private static final String ENDED = "SELECT chain FROM outcome WHERE chain >= ? AND chain < ?";
    private static final String PASTS = PAST + "WHERE chain >= ? AND chain < ? ORDER BY chain";
    private static final String DELAYED =
            PAST + "WHERE chain >= ? AND chain < ? AND due IS NOT NULL ORDER BY chain LIMIT ?";
    private static final String DUE = PAST + "WHERE due <= ? AND due IS NOT NULL ORDER BY due, chain LIMIT ?";
    private static final String DELAYED_ONE = PAST + "WHERE chain = ? AND due IS NOT NULL";
    private static final String PROMOTE = "UPDATE past SET due = NULL WHERE chain = ?";
    private static final String SAVE_PAST = """
        INSERT OR REPLACE INTO past (chain, lane, attempt, failures, losses, first_claimed, claimed, due, reason)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;
    private static final String DELETE_PAST = "DELETE FROM past WHERE chain = ?";
    private static final String RAISE = """
        UPDATE tally SET added = added + ?, succeeded = succeeded + ?, failed = failed + ?, cancelled = cancelled + ? WHERE lane = ?
        RETURNING added, succeeded, failed, cancelled
        """;
    private static final String FOREIGN = "SELECT id FROM session WHERE id = ? AND server <> ?";
    private static final String INSERT_ATTEMPT = """
        INSERT OR IGNORE INTO attempt (chain, number, session, ended, reason, exit_code, report) VALUES (?, ?, ?, ?, ?, ?, ?)
        """;
    private static final String INSERT_LOG = """
        INSERT OR IGNORE INTO log (chain, attempt, stream, start, bytes, dropped) VALUES (?, ?, ?, ?, ?, ?)
        """;

    private final SqlConnection link;

    SqliteTables(SqlConnection link) {
        this.link = link;
    }

    @Override
    public int largestSpan() {
        return LARGEST_SPAN;
    }

    @Override
    public boolean areShared() {
        return false;
    }

    @Override
    public boolean joinsNewChains() {
        return true;
    }

    // --- chains ---

    @Override
    public void insertChains(List<NewChains> chains) throws SQLException {
        var insert = link.statement(INSERT_CHAIN);
        for (var added : chains) {
            long key = RowKeys.of(added.lane().run(), added.firstIndex());
            long at = SqlTimes.micros(added.at());
            for (var chain : added.chains()) {
                insert.setLong(1, key++);
                insert.setInt(2, added.lane().number());
                insert.setLong(3, at);
                insert.setBytes(4, TextBytes.bytes(chain.parameter()));
                insert.setBytes(5, chain.body().bytes());
                insert.addBatch();
            }
        }
        insert.executeBatch();
    }

    @Override
    public List<ChainContent> contents(List<Range> ranges) throws SQLException {
        var contents = new ArrayList<ChainContent>();
        var select = link.statement(CONTENTS);
        for (var range : ranges) {
            select.setLong(1, range.from());
            select.setLong(2, range.to());
            try (var rows = select.executeQuery()) {
                while (rows.next()) {
                    contents.add(new ChainContent(
                            rows.getLong(1),
                            TextBytes.text(rows.getBytes(2)),
                            Payload.of(rows.getBytes(3)),
                            rows.getLong(4)));
                }
            }
        }
        return contents;
    }

    // --- spans ---

    @Override
    public void loadCovering(SpanLedger ledger, long[] sortedKeys) throws SQLException {
        for (long key : sortedKeys) {
            if (ledger.covering(key) != null) continue;
            link.first(COVERING, SqlStore::span, key)
                    .filter(span -> span.contains(key))
                    .ifPresent(ledger::load);
        }
    }

    @Override
    public List<ChainSpan> readySpans(List<Wish> wishes, boolean wait) throws SQLException {
        var found = new ArrayList<ChainSpan>();
        for (var wish : wishes) {
            var lane = RowKeys.lane(wish.lane());
            takeEnough(READY, wish.chains(), found, lane.number(), wish.after(), RowKeys.end(lane.run()));
        }
        return found;
    }

    @Override
    public List<ChainSpan> readySpansOfRun(Range run, int chains) throws SQLException {
        var found = new ArrayList<ChainSpan>();
        takeEnough(READY_OF_RUN, chains, found, run.from(), run.to());
        return found;
    }

    private void takeEnough(String sql, int chains, List<ChainSpan> found, Object... values) throws SQLException {
        var left = new int[] {chains};
        link.each(
                sql,
                row -> {
                    var span = SqlStore.span(row);
                    found.add(span);
                    left[0] -= span.remaining();
                    return left[0] > 0;
                },
                values);
    }

    @Override
    public void writeSpans(SpanLedger ledger) throws SQLException {
        for (long first : ledger.gone()) link.update(DELETE_SPAN, first);
        for (var span : ledger.changed()) {
            var before = ledger.asStored(span.first());
            if (before == null) insert(span);
            else if (differOnlyInRemaining(before, span)) link.update(SHRINK_SPAN, span.remaining(), span.first());
            else update(span);
        }
    }

    private void insert(ChainSpan span) throws SQLException {
        link.update(
                INSERT_SPAN,
                span.first(),
                span.count(),
                span.lane(),
                span.attempt(),
                span.session(),
                span.claimed(),
                span.remaining());
    }

    private void update(ChainSpan span) throws SQLException {
        link.update(
                UPDATE_SPAN,
                span.count(),
                span.lane(),
                span.attempt(),
                span.session(),
                span.claimed(),
                span.remaining(),
                span.first());
    }

    private static boolean differOnlyInRemaining(ChainSpan before, ChainSpan now) {
        return before.count() == now.count()
                && before.lane() == now.lane()
                && before.session() == now.session()
                && before.attempt() == now.attempt();
    }

    // --- outcomes ---

    @Override
    public Set<Long> insertOutcomes(List<ChainOutcome> outcomes) throws SQLException {
        if (outcomes.isEmpty()) return Set.of();
        var insert = link.statement(INSERT_OUTCOME);
        for (var outcome : outcomes) {
            bind(insert, outcome);
            insert.addBatch();
        }
        var counts = insert.executeBatch();
        var kept = new HashSet<Long>();
        for (int i = 0; i < counts.length; i++)
            if (counts[i] == 0) kept.add(outcomes.get(i).chain());
        return kept;
    }

    private static void bind(PreparedStatement insert, ChainOutcome outcome) throws SQLException {
        insert.setLong(1, outcome.chain());
        insert.setInt(2, outcome.state());
        insert.setInt(3, outcome.reason());
        insert.setInt(4, outcome.attempt());
        insert.setInt(5, outcome.failures());
        insert.setInt(6, outcome.losses());
        setNullable(insert, 7, outcome.session());
        setNullable(insert, 8, outcome.firstClaimedIfOther());
        setNullable(insert, 9, outcome.claimed());
        insert.setLong(10, outcome.finished());
        insert.setInt(11, outcome.exitCode());
        insert.setBytes(12, outcome.report().bytes());
    }

    private static void setNullable(PreparedStatement statement, int place, @Nullable Long value) throws SQLException {
        if (value == null) statement.setNull(place, Types.INTEGER);
        else statement.setLong(place, value);
    }

    @Override
    public Set<Long> ended(List<Range> ranges) throws SQLException {
        var ended = new HashSet<Long>();
        for (var range : ranges) ended.addAll(link.list(ENDED, row -> row.getLong(1), range.from(), range.to()));
        return ended;
    }

    // --- pasts ---

    @Override
    public List<ChainHistory> pasts(List<Range> ranges) throws SQLException {
        var pasts = new ArrayList<ChainHistory>();
        for (var range : ranges) pasts.addAll(link.list(PASTS, SqliteTables::past, range.from(), range.to()));
        return pasts;
    }

    @Override
    public List<ChainHistory> delayed(Collection<Long> chains) throws SQLException {
        var found = new ArrayList<ChainHistory>();
        for (long chain : chains)
            link.first(DELAYED_ONE, SqliteTables::past, chain).ifPresent(found::add);
        return found;
    }

    @Override
    public List<ChainHistory> delayedOfRun(Range run, int limit) throws SQLException {
        return link.list(DELAYED, SqliteTables::past, run.from(), run.to(), limit);
    }

    @Override
    public List<ChainHistory> takeDue(long now, int limit) throws SQLException {
        var due = link.list(DUE, SqliteTables::past, now, limit);
        for (var history : due) link.batch(PROMOTE, history.chain());
        link.runBatch(PROMOTE);
        return due;
    }

    @Override
    public void savePasts(List<ChainHistory> pasts) throws SQLException {
        for (var history : pasts) {
            link.batch(
                    SAVE_PAST,
                    history.chain(),
                    history.lane(),
                    history.attempt(),
                    history.failures(),
                    history.losses(),
                    history.firstClaimed(),
                    history.claimed(),
                    history.due(),
                    history.reason());
        }
        link.runBatch(SAVE_PAST);
    }

    @Override
    public void deletePasts(Collection<Long> chains) throws SQLException {
        for (long chain : chains) link.batch(DELETE_PAST, chain);
        link.runBatch(DELETE_PAST);
    }

    private static ChainHistory past(ResultSet row) throws SQLException {
        long due = row.getLong(8);
        boolean waits = !row.wasNull();
        return new ChainHistory(
                row.getLong(1),
                row.getInt(2),
                row.getInt(3),
                row.getInt(4),
                row.getInt(5),
                row.getLong(6),
                row.getLong(7),
                waits ? due : null,
                row.getInt(9));
    }

    // --- the rest ---

    @Override
    public Map<Long, LaneTotals> raiseTotals(SortedMap<Long, LaneTotals> by) throws SQLException {
        var now = new HashMap<Long, LaneTotals>();
        for (var entry : by.entrySet()) {
            var more = entry.getValue();
            link.first(
                            RAISE,
                            row -> new LaneTotals(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)),
                            more.added(),
                            more.succeeded(),
                            more.failed(),
                            more.cancelled(),
                            entry.getKey())
                    .ifPresent(totals -> now.put(entry.getKey(), totals));
        }
        return now;
    }

    @Override
    public Set<Long> foreignSessions(Collection<Long> sessions, long server) throws SQLException {
        var foreign = new HashSet<Long>();
        for (long session : sessions)
            link.first(FOREIGN, row -> row.getLong(1), session, server).ifPresent(foreign::add);
        return foreign;
    }

    @Override
    public void insertAttempts(List<Attempt> attempts) throws SQLException {
        for (var attempt : attempts) {
            link.batch(
                    INSERT_ATTEMPT,
                    RowKeys.of(attempt.chain()),
                    attempt.number(),
                    attempt.session().value(),
                    SqlTimes.micros(attempt.ended()),
                    EnumCodes.of(attempt.reason()),
                    attempt.exitCode(),
                    attempt.report().bytes());
        }
        link.runBatch(INSERT_ATTEMPT);
    }

    @Override
    public void insertLogs(List<LogChunk> chunks) throws SQLException {
        for (var chunk : chunks) {
            link.batch(
                    INSERT_LOG,
                    RowKeys.of(chunk.chain()),
                    chunk.attempt(),
                    EnumCodes.of(chunk.stream()),
                    chunk.offset(),
                    chunk.bytes().bytes(),
                    chunk.dropped());
        }
        link.runBatch(INSERT_LOG);
    }
}
