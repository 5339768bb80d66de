package io.tidewheel.storage.sql;

import static io.tidewheel.storage.sql.RunTables.number;

import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.SessionId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Puts the records of chains together from what they were submitted with, the span they are in, their past and their outcome. Inside a
 * transaction that sees one state of all four.
 */
final class ChainReader {
    private static final String CHAINS = """
        SELECT c.id, c.lane, c.added, c.parameter, %s,
            o.state, o.reason, o.attempt, o.failures, o.losses, o.session, o.first_claimed, o.claimed, o.finished, o.exit_code, o.report,
            p.attempt, p.failures, p.losses, p.first_claimed, p.claimed, p.due, p.reason
          FROM chain c LEFT JOIN outcome o ON o.chain = c.id LEFT JOIN past p ON p.chain = c.id
        """;
    private static final String WHOLE = CHAINS.formatted("c.body");
    private static final String BRIEF = CHAINS.formatted("NULL");
    private static final String SPANS = "SELECT first, count, lane, attempt, session, claimed, remaining FROM span ";
    private static final int KEYS_AT_ONCE = 100;

    private final SqlConnection link;

    ChainReader(SqlConnection link) {
        this.link = link;
    }

    List<ChainRecord> chains(long from, long to, int limit, boolean brief) throws SQLException {
        var rows = link.list(
                (brief ? BRIEF : WHOLE) + " WHERE c.id >= ? AND c.id < ? ORDER BY c.id LIMIT ?",
                ChainReader::row,
                from,
                to,
                limit);
        return records(rows);
    }

    /** The latest attempts that did not succeed, the last one first. */
    List<AttemptRecord> attempts(ChainId id, int limit) throws SQLException {
        return link.list(
                "SELECT number, session, ended, reason, exit_code, report FROM attempt WHERE chain = ?"
                        + " ORDER BY number DESC LIMIT ?",
                row -> new AttemptRecord(
                        id,
                        row.getInt(1),
                        new SessionId(row.getLong(2)),
                        SqlTimes.instant(row.getLong(3)),
                        Reason.of(row.getInt(4)),
                        row.getInt(5),
                        Payload.of(row.getBytes(6))),
                RowKeys.of(id),
                limit);
    }

    List<ChainRecord> chains(List<Long> keys, boolean brief) throws SQLException {
        var rows = new ArrayList<Row>();
        for (int i = 0; i < keys.size(); i += KEYS_AT_ONCE) {
            var some = keys.subList(i, Math.min(keys.size(), i + KEYS_AT_ONCE));
            rows.addAll(link.list(
                    (brief ? BRIEF : WHOLE) + " WHERE c.id IN (" + SqlConnection.marks(some.size()) + ") ORDER BY c.id",
                    ChainReader::row,
                    some));
        }
        return records(rows);
    }

    private List<ChainRecord> records(List<Row> rows) throws SQLException {
        if (rows.isEmpty()) return List.of();
        var ledger = new SpanLedger();
        spans(rows.getFirst().key, rows.getLast().key + 1, "", Integer.MAX_VALUE)
                .forEach(ledger::load);
        return rows.stream().map(row -> row.record(ledger.covering(row.key))).toList();
    }

    /** The keys of the lowest chains, from one on, that are in one of these states. */
    List<Long> keys(Set<ChainState> states, long from, long to, int limit) throws SQLException {
        var keys = new TreeSet<Long>();
        if (states.contains(ChainState.READY)) addUnended(keys, "AND session = 0", from, to, limit);
        if (states.contains(ChainState.RUNNING)) addUnended(keys, "AND session > 0", from, to, limit);
        if (states.contains(ChainState.DELAYED)) {
            keys.addAll(link.list(
                    "SELECT chain FROM past WHERE chain >= ? AND chain < ? AND due IS NOT NULL ORDER BY chain LIMIT ?",
                    row -> row.getLong(1),
                    from,
                    to,
                    limit));
        }
        addEnded(keys, states, from, to, limit);
        return keys.stream().limit(limit).toList();
    }

    private void addEnded(Set<Long> keys, Set<ChainState> states, long from, long to, int limit) throws SQLException {
        var ends = states.stream()
                .filter(ChainState::isFinal)
                .sorted()
                .map(EnumCodes::of)
                .toList();
        if (ends.isEmpty()) return;
        // Chains that did not succeed have an index of their own, so they are found quickly among millions that did.
        var indexed = states.contains(ChainState.SUCCEEDED) ? "" : "AND state > 4 ";
        keys.addAll(link.list(
                "SELECT chain FROM outcome WHERE state IN (" + SqlConnection.marks(ends.size()) + ") " + indexed
                        + "AND chain >= ? AND chain < ? ORDER BY chain LIMIT ?",
                row -> row.getLong(1),
                ends,
                from,
                to,
                limit));
    }

    private void addUnended(Set<Long> keys, String condition, long from, long to, int limit) throws SQLException {
        int left = limit;
        for (var span : spans(from, to, condition, limit)) {
            var ended = span.hasHoles() ? ended(span) : Set.<Long>of();
            for (long key = Math.max(from, span.first()); key < span.end() && left > 0; key++) {
                if (ended.contains(key)) continue;
                keys.add(key);
                left--;
            }
        }
    }

    private Set<Long> ended(ChainSpan span) throws SQLException {
        return new HashSet<>(link.list(
                "SELECT chain FROM outcome WHERE chain >= ? AND chain < ?",
                row -> row.getLong(1),
                span.first(),
                span.end()));
    }

    /** Spans that contain a key of a range, in order. Every one but the first begins in it. */
    private List<ChainSpan> spans(long from, long to, String condition, int limit) throws SQLException {
        var spans = new ArrayList<ChainSpan>();
        link.first(SPANS + "WHERE first <= ? ORDER BY first DESC LIMIT 1", SqlStore::span, from)
                .filter(span ->
                        span.end() > from && (condition.isEmpty() || condition.endsWith("> 0") != span.isReady()))
                .ifPresent(spans::add);
        spans.addAll(link.list(
                SPANS + "WHERE first > ? AND first < ? " + condition + " ORDER BY first LIMIT ?",
                SqlStore::span,
                from,
                to,
                limit));
        return spans;
    }

    /** What the chain's own table, its outcome and its past say. */
    private record Row(
            long key,
            int lane,
            long added,
            String parameter,
            Payload body,
            @Nullable ChainOutcome outcome,
            @Nullable ChainHistory past) {
        ChainRecord record(@Nullable ChainSpan span) {
            if (outcome != null) return ended(outcome);
            if (span != null && !span.isReady()) return leased(span);
            return queued();
        }

        private ChainRecord ended(ChainOutcome end) {
            return new ChainRecord(
                    RowKeys.chain(key),
                    lane,
                    ChainState.of(end.state()),
                    Reason.of(end.reason()),
                    end.attempt(),
                    end.failures(),
                    end.losses(),
                    Optional.ofNullable(end.session()).map(SessionId::new),
                    parameter,
                    body,
                    SqlTimes.instant(added),
                    Optional.ofNullable(end.firstClaimed()).map(SqlTimes::instant),
                    Optional.ofNullable(end.claimed()).map(SqlTimes::instant),
                    Optional.empty(),
                    Optional.of(SqlTimes.instant(end.finished())),
                    end.exitCode(),
                    end.report());
        }

        private ChainRecord leased(ChainSpan span) {
            long first = past == null ? span.claimed() : past.firstClaimed();
            return unfinished(
                    ChainState.RUNNING,
                    span.attempt(),
                    Optional.of(new SessionId(span.session())),
                    Optional.of(first),
                    Optional.of(span.claimed()));
        }

        private ChainRecord queued() {
            boolean delayed = past != null && past.due() != null;
            return unfinished(
                    delayed ? ChainState.DELAYED : ChainState.READY,
                    past == null ? 0 : past.attempt(),
                    Optional.empty(),
                    Optional.ofNullable(past).map(ChainHistory::firstClaimed),
                    Optional.ofNullable(past).map(ChainHistory::claimed));
        }

        private ChainRecord unfinished(
                ChainState state,
                int attempt,
                Optional<SessionId> session,
                Optional<Long> first,
                Optional<Long> claimed) {
            return new ChainRecord(
                    RowKeys.chain(key),
                    lane,
                    state,
                    past == null ? Reason.NONE : Reason.of(past.reason()),
                    attempt,
                    past == null ? 0 : past.failures(),
                    past == null ? 0 : past.losses(),
                    session,
                    parameter,
                    body,
                    SqlTimes.instant(added),
                    first.map(SqlTimes::instant),
                    claimed.map(SqlTimes::instant),
                    Optional.ofNullable(past).map(ChainHistory::due).map(SqlTimes::instant),
                    Optional.empty(),
                    0,
                    Payload.NONE);
        }
    }

    private static Row row(ResultSet row) throws SQLException {
        long key = row.getLong(1);
        var body = row.getBytes(5);
        return new Row(
                key,
                row.getInt(2),
                row.getLong(3),
                TextBytes.text(row.getBytes(4)),
                body == null ? Payload.NONE : Payload.of(body),
                number(row, 6).isPresent() ? outcome(key, row) : null,
                number(row, 17).isPresent() ? past(key, row) : null);
    }

    private static ChainOutcome outcome(long key, ResultSet row) throws SQLException {
        var claimed = number(row, 13);
        return new ChainOutcome(
                key,
                row.getInt(6),
                row.getInt(7),
                row.getInt(8),
                row.getInt(9),
                row.getInt(10),
                number(row, 11).orElse(null),
                number(row, 12).or(() -> claimed).orElse(null),
                claimed.orElse(null),
                row.getLong(14),
                row.getInt(15),
                Payload.of(row.getBytes(16)));
    }

    private static ChainHistory past(long key, ResultSet row) throws SQLException {
        return new ChainHistory(
                key,
                row.getInt(2),
                row.getInt(17),
                row.getInt(18),
                row.getInt(19),
                row.getLong(20),
                row.getLong(21),
                number(row, 22).orElse(null),
                row.getInt(23));
    }
}
