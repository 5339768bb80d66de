package io.tidewheel.storage.sql;

import io.tidewheel.model.Archive;
import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.CutOutput;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunPage;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.TokenRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The archive's answers in SQL that both databases understand; the subclasses lend connections. */
public abstract class SqlArchive implements Archive {
    /** Something to do with a connection. */
    @FunctionalInterface
    protected interface Step<T> {
        T run(SqlConnection link) throws SQLException;
    }

    private static final String TOKENS = "SELECT id, hash, role, owner, note, created, expires, revoked FROM token";

    /** Reads, and sees one state of the database from the first to the last statement of the step. */
    protected abstract <T> T read(String name, Step<T> step);

    /** Changes something apart from the engine's work: one small step. */
    protected abstract <T> T write(String name, Step<T> step);

    // --- runs ---

    @Override
    public Optional<RunRecord> run(RunId id) {
        return read("read run " + id, link -> {
            var runs = link.list(RunTables.RUNS + " WHERE run.id = ?", RunTables::run, id.number());
            return withLanes(link, runs).stream().findFirst();
        });
    }

    @Override
    public List<RunRecord> runs(RunFilter filter, long before, int limit) {
        return read("list runs", link -> {
            var sql = new StringBuilder();
            var values = new ArrayList<Object>();
            where(filter, before, sql, values);
            var runs = link.list(
                    RunTables.RUNS + sql + " ORDER BY run.id DESC LIMIT " + Math.max(0, limit), RunTables::run, values);
            return withLanes(link, runs);
        });
    }

    @Override
    public RunPage page(RunFilter filter, long skip, int limit) {
        return read("list runs", link -> {
            var sql = new StringBuilder();
            var values = new ArrayList<Object>();
            where(filter, Long.MAX_VALUE, sql, values);
            long total = link.list("SELECT COUNT(*) FROM run" + sql, row -> row.getLong(1), values)
                    .getFirst();
            var runs = link.list(
                    RunTables.RUNS
                            + sql
                            + " ORDER BY run.id DESC LIMIT %d OFFSET %d"
                                    .formatted(Math.max(0, limit), Math.max(0, skip)),
                    RunTables::run,
                    values);
            return new RunPage(total, withLanes(link, runs));
        });
    }

    private static void where(RunFilter filter, long before, StringBuilder sql, List<Object> values) {
        sql.append(" WHERE run.id < ?");
        values.add(before);
        addIn(sql, values, "kind", filter.kind().stream().toList());
        addIn(sql, values, "end_reason", filter.reasons());
        addIn(sql, values, "state", filter.states());
        filter.owner().ifPresent(owner -> add(sql, values, "owner = ?", owner.name()));
        for (Map.Entry<String, String> label : filter.labels().entrySet()) {
            add(sql, values, "run.id IN (SELECT run FROM run_label WHERE name = ? AND value = ?)", label.getKey());
            values.add(label.getValue());
        }
        filter.name().ifPresent(part -> add(sql, values, "folded_name LIKE ? ESCAPE '!'", pattern(part)));
    }

    private static void addIn(
            StringBuilder sql, List<Object> values, String column, Collection<? extends Enum<?>> any) {
        if (any.isEmpty()) return;
        sql.append(" AND ")
                .append(column)
                .append(" IN (")
                .append(SqlConnection.marks(any.size()))
                .append(')');
        any.stream().map(EnumCodes::of).sorted().forEach(values::add);
    }

    private static void add(StringBuilder sql, List<Object> values, String condition, String value) {
        sql.append(" AND ").append(condition);
        values.add(value);
    }

    private static String pattern(String part) {
        return "%"
                + RunTables.folded(part).replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
    }

    private static List<RunRecord> withLanes(SqlConnection link, List<RunRecord> runs) throws SQLException {
        if (runs.isEmpty()) return runs;
        var ids = runs.stream().map(run -> run.id().number()).toList();
        var lanes = link.list(
                RunTables.LANES + " WHERE lane.run IN (" + SqlConnection.marks(ids.size())
                        + ") ORDER BY lane.run, lane.number",
                RunTables::lane,
                ids);
        return RunTables.withLanes(runs, lanes);
    }

    @Override
    public Payload document(RunId id) {
        return read("read what run %s was made of".formatted(id), link -> RunTables.document(link, id));
    }

    @Override
    public void keepCourse(RunId run, SortedMap<Integer, Payload> pieces) {
        write("keep the course of run " + run, link -> {
            if (!exists(link, run)) return 0;
            int kept = 0;
            for (var piece : pieces.entrySet()) {
                kept += link.update(
                        "INSERT INTO run_course (run, number, body) VALUES (?, ?, ?)"
                                + " ON CONFLICT (run, number) DO UPDATE SET body = excluded.body",
                        run.number(),
                        piece.getKey(),
                        piece.getValue().bytes());
            }
            return kept;
        });
    }

    @Override
    public SortedMap<Integer, Payload> course(RunId run, int from, int limit) {
        return read("read the course of run " + run, link -> {
            var pieces = new TreeMap<Integer, Payload>();
            link.each(
                    "SELECT number, body FROM run_course WHERE run = ? AND number >= ? ORDER BY number LIMIT ?",
                    row -> {
                        pieces.put(row.getInt(1), Payload.of(row.getBytes(2)));
                        return true;
                    },
                    run.number(),
                    from,
                    limit);
            return pieces;
        });
    }

    @Override
    public void leave(List<ServerNote> notes) {
        write("leave %d notes".formatted(notes.size()), link -> {
            for (var note : notes) {
                link.update(
                        "INSERT INTO run_note (recipient, run, number, body) VALUES (?, ?, ?, ?)"
                                + " ON CONFLICT (recipient, run, number) DO UPDATE SET body = excluded.body",
                        note.recipient(),
                        note.chain().run().number(),
                        note.chain().index(),
                        note.body().bytes());
            }
            return notes.size();
        });
    }

    @Override
    public List<ServerNote> take(long recipient, Collection<RunId> about, int limit) {
        if (about.isEmpty()) return List.of();
        var values = new ArrayList<Object>();
        values.add(recipient);
        about.forEach(run -> values.add(run.number()));
        return take(recipient, " AND run IN (" + SqlConnection.marks(about.size()) + ")", values, limit);
    }

    @Override
    public List<ServerNote> take(long recipient, int limit) {
        var values = new ArrayList<Object>();
        values.add(recipient);
        return take(recipient, "", values, limit);
    }

    private List<ServerNote> take(long recipient, String which, List<Object> values, int limit) {
        return write("take notes", link -> {
            var found = link.list(
                    "SELECT run, number, body FROM run_note WHERE recipient = ?" + which
                            + " ORDER BY run, number LIMIT " + limit + lock(),
                    row -> new ServerNote(
                            recipient, ChainId.of(row.getLong(1), row.getInt(2)), Payload.of(row.getBytes(3))),
                    values);
            for (var note : found) {
                link.update(
                        "DELETE FROM run_note WHERE recipient = ? AND run = ? AND number = ?",
                        recipient,
                        note.chain().run().number(),
                        note.chain().index());
            }
            return found;
        });
    }

    /** What makes a SELECT pass over rows that another server works on; empty if there is none. */
    protected abstract String lock();

    // --- chains ---

    @Override
    public Optional<ChainRecord> chain(ChainId id) {
        return read("read chain " + id, link -> {
            if (!exists(link, id.run())) return Optional.empty();
            return new ChainReader(link)
                    .chains(List.of(RowKeys.of(id)), false).stream().findFirst();
        });
    }

    @Override
    public List<ChainRecord> chains(RunId run, Set<ChainState> states, int fromIndex, int limit, boolean brief) {
        return read("list the chains of run " + run, link -> {
            if (limit <= 0 || !exists(link, run)) return List.of();
            var reader = new ChainReader(link);
            long from = RowKeys.of(run, fromIndex);
            if (states.isEmpty()) return reader.chains(from, RowKeys.end(run), limit, brief);
            return reader.chains(reader.keys(states, from, RowKeys.end(run), limit), brief);
        });
    }

    @Override
    public Optional<Instant> nextAttempt(RunId run) {
        return read("read when a chain of run %s is tried again".formatted(run), link -> {
            if (!exists(link, run)) return Optional.empty();
            return link.first(
                    "SELECT due FROM past WHERE chain >= ? AND chain < ? AND due IS NOT NULL ORDER BY due LIMIT 1",
                    row -> SqlTimes.instant(row.getLong(1)),
                    RowKeys.of(run, 0),
                    RowKeys.end(run));
        });
    }

    /** Chains of a run that is being forgotten are still there for a while, but not to be seen. */
    private static boolean exists(SqlConnection link, RunId run) throws SQLException {
        return link.first("SELECT id FROM run WHERE id = ?", row -> row.getLong(1), run.number())
                .isPresent();
    }

    @Override
    public List<AttemptRecord> attempts(ChainId id, int limit) {
        return read("read the attempts of chain " + id, link -> {
            if (!exists(link, id.run())) return List.of();
            return new ChainReader(link).attempts(id, limit);
        });
    }

    // --- output ---

    @Override
    public List<LogChunk> log(ChainId id, int attempt, LogStream stream, long offset, int maxBytes) {
        return read("read the output of chain " + id, link -> {
            if (!exists(link, id.run())) return List.of();
            var chunks = new ArrayList<LogChunk>();
            link.first(
                            "SELECT start, bytes, dropped FROM log WHERE chain = ? AND attempt = ? AND stream = ? AND"
                                    + " start <= ? ORDER BY start DESC LIMIT 1",
                            row -> chunk(row, id, attempt, stream),
                            RowKeys.of(id),
                            attempt,
                            EnumCodes.of(stream),
                            offset)
                    .filter(chunk -> chunk.offset() + chunk.bytes().size() + chunk.dropped() > offset)
                    .ifPresent(chunks::add);
            addFollowing(link, id, attempt, stream, offset, maxBytes, chunks);
            return chunks;
        });
    }

    private static void addFollowing(
            SqlConnection link,
            ChainId id,
            int attempt,
            LogStream stream,
            long offset,
            int maxBytes,
            List<LogChunk> chunks)
            throws SQLException {
        link.each(
                "SELECT start, bytes, dropped FROM log WHERE chain = ? AND attempt = ? AND stream = ? AND start > ?"
                        + " ORDER BY start",
                row -> {
                    boolean enough = !chunks.isEmpty()
                            && chunks.stream()
                                            .mapToLong(chunk -> chunk.bytes().size())
                                            .sum()
                                    >= maxBytes;
                    if (!enough) chunks.add(chunk(row, id, attempt, stream));
                    return !enough;
                },
                RowKeys.of(id),
                attempt,
                EnumCodes.of(stream),
                offset);
    }

    @Override
    public long outputEnd(ChainId id, int attempt, LogStream stream) {
        return read("look how much output chain " + id + " has", link -> {
            if (!exists(link, id.run())) return 0L;
            // Of no rows the maximum is null, which reads as 0.
            return link.first(
                            "SELECT max(start + length(bytes) + dropped) FROM log WHERE chain = ? AND attempt = ?"
                                    + " AND stream = ?",
                            row -> row.getLong(1),
                            RowKeys.of(id),
                            attempt,
                            EnumCodes.of(stream))
                    .orElse(0L);
        });
    }

    @Override
    public List<CutOutput> cutOutput(RunId run, int fromIndex, int toIndex, int limit) {
        return read("look for output of run " + run + " that is not kept", link -> {
            if (!exists(link, run)) return List.of();
            return link.list(
                    "SELECT chain, attempt, stream, max(start + length(bytes) + dropped), sum(length(bytes)) FROM log"
                            + " WHERE chain BETWEEN ? AND ? GROUP BY chain, attempt, stream HAVING"
                            + " sum(length(bytes)) < max(start + length(bytes) + dropped)"
                            + " ORDER BY chain, attempt, stream LIMIT ?",
                    row -> new CutOutput(
                            RowKeys.chain(row.getLong(1)),
                            row.getInt(2),
                            LogStream.of(row.getInt(3)),
                            row.getLong(4),
                            row.getLong(5)),
                    RowKeys.of(run, fromIndex),
                    RowKeys.of(run, toIndex),
                    limit);
        });
    }

    @Override
    public void trimLog(ChainId id, int attempt, LogStream stream, long from, long to) {
        write("forget output of chain " + id + " that was read", link -> {
            var between = " FROM log WHERE chain = ? AND attempt = ? AND stream = ? AND start >= ?"
                    + " AND length(bytes) > 0 AND start + length(bytes) <= ?";
            var place = List.<Object>of(RowKeys.of(id), attempt, EnumCodes.of(stream));
            // Of no rows the maximum is null, which reads as 0.
            long end = link.first("SELECT max(start + length(bytes))" + between, row -> row.getLong(1), place, from, to)
                    .orElse(0L);
            if (end == 0) return 0;
            link.update(
                    "UPDATE log SET dropped = ? - start - length(bytes) WHERE chain = ? AND attempt = ? AND stream = ?"
                            + " AND start = (SELECT max(start) FROM log WHERE chain = ? AND attempt = ? AND stream = ?"
                            + " AND start < ?) AND dropped < ? - start - length(bytes)",
                    end,
                    place,
                    place,
                    from,
                    end);
            return link.update("DELETE" + between, place, from, to);
        });
    }

    private static LogChunk chunk(ResultSet row, ChainId id, int attempt, LogStream stream) throws SQLException {
        return new LogChunk(id, attempt, stream, row.getLong(1), Payload.of(row.getBytes(2)), row.getLong(3));
    }

    // --- sessions and audit ---

    @Override
    public Optional<SessionRecord> session(SessionId id) {
        return read(
                "read session " + id,
                link -> link.first(RunTables.SESSIONS + " WHERE id = ?", RunTables::session, id.value()));
    }

    @Override
    public List<AuditEntry> audit(Instant before, int limit) {
        return read(
                "read the audit log",
                link -> link.list(
                        "SELECT at, who, action, target, detail FROM audit WHERE at < ? ORDER BY at DESC, id DESC"
                                + " LIMIT ?",
                        row -> SqlAuditStore.entry(row, 1),
                        SqlTimes.micros(before),
                        limit));
    }

    // --- tokens ---

    @Override
    public void addToken(TokenRecord token) {
        write(
                "add token " + token.id(),
                link -> link.update(
                        "INSERT INTO token (id, hash, role, owner, note, created, expires, revoked) VALUES (?, ?, ?,"
                                + " ?, ?, ?, ?, ?)",
                        token.id(),
                        token.hash(),
                        EnumCodes.of(token.role()),
                        token.owner().name(),
                        token.note(),
                        SqlTimes.micros(token.created()),
                        SqlTimes.micros(token.expires()),
                        SqlTimes.micros(token.revoked())));
    }

    @Override
    public Optional<TokenRecord> tokenByHash(String hash) {
        return read("look up a token", link -> link.first(TOKENS + " WHERE hash = ?", SqlArchive::token, hash));
    }

    @Override
    public List<TokenRecord> tokens() {
        return read("list tokens", link -> link.list(TOKENS + " ORDER BY created, id", SqlArchive::token));
    }

    @Override
    public boolean revokeToken(String id, Instant at) {
        return write(
                "revoke token " + id,
                link -> link.update(
                                "UPDATE token SET revoked = COALESCE(revoked, ?) WHERE id = ?", SqlTimes.micros(at), id)
                        > 0);
    }

    private static TokenRecord token(ResultSet row) throws SQLException {
        return new TokenRecord(
                row.getString(1),
                row.getString(2),
                Role.of(row.getInt(3)),
                new Owner(row.getString(4)),
                row.getString(5),
                SqlTimes.instant(row.getLong(6)),
                RunTables.number(row, 7).map(SqlTimes::instant),
                RunTables.number(row, 8).map(SqlTimes::instant));
    }
}
