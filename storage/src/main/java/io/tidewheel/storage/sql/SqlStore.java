package io.tidewheel.storage.sql;

import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.EndedEarly;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.Lease;
import io.tidewheel.model.MovedChain;
import io.tidewheel.model.OpenRun;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.ShownAttempt;
import io.tidewheel.model.Store;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.Claim;
import io.tidewheel.storage.sql.ChainTables.Range;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The store's steps in SQL that both databases understand. What differs is in {@link ChainTables} and in the subclasses. */
public abstract class SqlStore implements Store {
    /** Something to do with the database in one transaction. */
    @FunctionalInterface
    protected interface Step<T> {
        T run(SqlConnection link, ChainTables tables) throws SQLException;
    }

    private static final String SPAN = "SELECT first, count, lane, attempt, session, claimed, remaining FROM span";
    private static final int SESSIONS_AT_ONCE = 100;
    private static final String OF_SESSIONS =
            SPAN + " WHERE session IN (" + SqlConnection.marks(SESSIONS_AT_ONCE) + ")";

    /** Sessions that {@link #orphanedLeases} has found, and the server that had left each of them. */
    private final Map<Long, Long> orphans = new HashMap<>();

    private List<Claim> unfilled = List.of();

    /** Does a step that changes something, all of it or (if it throws, or answers a refusal) nothing. */
    protected abstract <T> T write(String name, Step<T> step);

    /** Does a step that only reads, and sees one state of the database. */
    protected abstract <T> T read(String name, Step<T> step);

    /** The same for what is read once, when an engine begins, and may be much. */
    protected <T> T readMuch(String name, Step<T> step) {
        return read(name, step);
    }

    /** Called for a commit that is about to be done. */
    protected void noteNewRuns(SqlConnection link, TurnChanges changes) throws SQLException {}

    @Override
    public Optional<RunId> runByKey(Owner owner, String key) {
        return read(
                "look up the key '%s'".formatted(key),
                (link, _) -> link.first(RunTables.BY_KEY, row -> new RunId(row.getLong(1)), owner.name(), key));
    }

    @Override
    public CommitResult commit(TurnChanges changes) {
        return commit(changes, false);
    }

    /** Commits, and waits for ready chains that another server is working on: for a commit of claims alone. */
    protected final CommitResult commitWaiting(TurnChanges claims) {
        return commit(claims, true);
    }

    private CommitResult commit(TurnChanges changes, boolean wait) {
        return write("commit", (link, tables) -> {
            var commit = new SqlCommit(tables, new RunTables(link), new AgentTables(link), changes, orphans, wait);
            var outcome = commit.run();
            unfilled = commit.unfilled();
            if (outcome instanceof CommitResult.Refused) return outcome;
            noteNewRuns(link, changes);
            return outcome;
        });
    }

    /** What the last commit has asked for and not found. */
    protected final List<Claim> unfilledClaims() {
        return unfilled;
    }

    // --- agents ---

    @Override
    public List<AgentRecord> agentsOf(ServerNumber server, long after) {
        return read("read the agents of server " + server, (link, _) -> new AgentTables(link).agentsOf(server, after));
    }

    // --- queued chains ---

    @Override
    public List<ClaimedChain> peek(LaneId lane, int fromIndex, int limit, SessionId session, Instant now) {
        return read("read ready chains of lane " + lane, (link, tables) -> {
            var spans = readyFrom(link, lane, RowKeys.of(lane.run(), fromIndex), limit);
            var found = new ArrayList<ClaimedChain>();
            for (var span : spans) {
                if (found.size() >= limit) break;
                long from = Math.max(span.first(), RowKeys.of(lane.run(), fromIndex));
                peek(tables, lane, span, new Range(from, span.end()), limit - found.size(), session, now, found);
            }
            return found;
        });
    }

    private static void peek(
            ChainTables tables,
            LaneId lane,
            ChainSpan span,
            Range range,
            int limit,
            SessionId session,
            Instant now,
            List<ClaimedChain> found)
            throws SQLException {
        var ended = span.hasHoles() ? tables.ended(range) : Set.<Long>of();
        var past = new HashMap<Long, ChainHistory>();
        if (span.attempt() > 0) tables.pasts(List.of(range)).forEach(each -> past.put(each.chain(), each));
        long end = ended.isEmpty() ? Math.min(range.to(), range.from() + limit) : range.to();
        var asIfLeased = span.leasedTo(session.value(), SqlTimes.micros(now));
        int left = limit;
        for (var content : tables.contents(List.of(new Range(range.from(), end)))) {
            if (left == 0) break;
            if (ended.contains(content.chain())) continue;
            found.add(SqlCommit.claimed(lane, session, asIfLeased, content, past.get(content.chain())));
            left--;
        }
    }

    private static List<ChainSpan> readyFrom(SqlConnection link, LaneId lane, long from, int limit)
            throws SQLException {
        var spans = new ArrayList<ChainSpan>();
        var run = RowKeys.of(lane.run(), 0);
        link.first(
                        SPAN
                                + " WHERE session = 0 AND lane = ? AND first >= ? AND first <= ? ORDER BY first DESC"
                                + " LIMIT 1",
                        SqlStore::span,
                        lane.number(),
                        run,
                        from)
                .filter(span -> span.end() > from)
                .ifPresent(spans::add);
        spans.addAll(link.list(
                SPAN + " WHERE session = 0 AND lane = ? AND first > ? AND first < ? ORDER BY first LIMIT ?",
                SqlStore::span,
                lane.number(),
                from,
                RowKeys.end(lane.run()),
                limit));
        return spans;
    }

    @Override
    public List<MovedChain> promoteDue(Instant now, int limit) {
        return write("make chains ready whose back-off is over", (_, tables) -> {
            var due = tables.takeDue(SqlTimes.micros(now), limit);
            if (due.isEmpty()) return List.of();
            var ready = new TreeMap<Long, ChainSpan>();
            for (var history : due)
                ready.put(history.chain(), ChainSpan.ready(history.chain(), 1, history.lane(), history.attempt()));
            var ledger = new SpanLedger();
            SpanLedger.joined(ready.values(), tables.largestSpan()).forEach(ledger::add);
            tables.writeSpans(ledger);
            var moved = due.stream().map(SqlStore::moved).toList();
            tables.tell(moved.stream().map(chain -> chain.lane().run()).collect(Collectors.toSet()));
            return moved;
        });
    }

    private static MovedChain moved(ChainHistory history) {
        return new MovedChain(new LaneId(RowKeys.run(history.chain()), history.lane()), RowKeys.index(history.chain()));
    }

    @Override
    public Optional<Instant> nextDue() {
        return read(
                "look for the next back-off that ends",
                (link, _) -> link.first(
                        "SELECT due FROM past WHERE due IS NOT NULL ORDER BY due LIMIT 1",
                        row -> SqlTimes.instant(row.getLong(1))));
    }

    @Override
    public List<AttemptRecord> attempts(ChainId chain, int limit) {
        return read("read the attempts of chain " + chain, (link, _) -> new ChainReader(link).attempts(chain, limit));
    }

    @Override
    public List<MovedChain> endQueued(RunId run, ChainState state, Reason reason, Instant now, int limit) {
        if (limit <= 0) return List.of();
        return write("end the queued chains of run " + run, (_, tables) -> {
            var ended = new EndQueued(tables, run, state, reason, now).run(limit);
            if (!ended.isEmpty()) tables.tell(Set.of(run));
            return ended;
        });
    }

    @Override
    public Optional<EndedEarly> endChain(ChainId chain, ChainState state, Reason reason, Instant now) {
        return write("end chain " + chain, (_, tables) -> {
            var ended = new EndChain(tables, chain, state, reason, now).run();
            if (ended.isPresent()) tables.tell(Set.of(chain.run()));
            return ended;
        });
    }

    @Override
    public Optional<MovedChain> reprioritise(ChainId chain, int priority) {
        return write("change the priority of chain " + chain, (link, tables) -> {
            var moved = new MoveChain(tables, new RunTables(link), chain, priority).run();
            if (moved.isPresent()) tables.tell(Set.of(chain.run()));
            return moved;
        });
    }

    // --- open runs ---

    @Override
    public List<OpenRun> openRuns() {
        return readMuch("read the unfinished runs", (link, _) -> {
            var runs = link.list(RunTables.RUNS + " WHERE state < 4 ORDER BY run.id", RunTables::run);
            var lanes = link.list(
                    RunTables.LANES
                            + " JOIN run ON run.id = lane.run WHERE run.state < 4 ORDER BY lane.run, lane.number",
                    RunTables::lane);
            var busy = new HashMap<LaneId, Long>();
            add(
                    busy,
                    link.list(
                            "SELECT first >> 31, lane, SUM(remaining) FROM span WHERE session > 0 GROUP BY first >>"
                                    + " 31, lane",
                            SqlStore::laneCount));
            add(
                    busy,
                    link.list(
                            "SELECT chain >> 31, lane, COUNT(*) FROM past WHERE due IS NOT NULL GROUP BY chain >> 31,"
                                    + " lane",
                            SqlStore::laneCount));
            return RunTables.withLanes(runs, lanes).stream()
                    .map(run -> open(run, busy))
                    .toList();
        });
    }

    @Override
    public Optional<OpenRun> openRun(RunId id) {
        return read("read run " + id, (link, _) -> {
            var runs = link.list(RunTables.RUNS + " WHERE run.id = ? AND state < 4", RunTables::run, id.number());
            if (runs.isEmpty()) return Optional.empty();
            long from = RowKeys.of(id, 0);
            long to = RowKeys.end(id);
            var lanes = link.list(
                    RunTables.LANES + " WHERE lane.run = ? ORDER BY lane.number", RunTables::lane, id.number());
            var busy = new HashMap<LaneId, Long>();
            add(
                    busy,
                    link.list(
                            "SELECT first >> 31, lane, SUM(remaining) FROM span WHERE session > 0 AND first >= ? AND"
                                    + " first < ? GROUP BY first >> 31, lane",
                            SqlStore::laneCount,
                            from,
                            to));
            add(
                    busy,
                    link.list(
                            "SELECT chain >> 31, lane, COUNT(*) FROM past WHERE due IS NOT NULL AND chain >= ? AND"
                                    + " chain < ? GROUP BY chain >> 31, lane",
                            SqlStore::laneCount,
                            from,
                            to));
            return Optional.of(open(RunTables.withLanes(runs, lanes).getFirst(), busy));
        });
    }

    /** Ready are those that have neither ended nor are leased nor wait for a back-off: so nothing is counted that grows with the queue. */
    private static OpenRun open(RunRecord run, Map<LaneId, Long> busy) {
        var ready = new LinkedHashMap<LaneId, Long>();
        run.lanes().forEach(lane -> ready.put(lane.id(), lane.totals().open() - busy.getOrDefault(lane.id(), 0L)));
        return new OpenRun(run, ready);
    }

    private static void add(Map<LaneId, Long> counts, List<Map.Entry<LaneId, Long>> more) {
        more.forEach(each -> counts.merge(each.getKey(), each.getValue(), Long::sum));
    }

    private static Map.Entry<LaneId, Long> laneCount(ResultSet row) throws SQLException {
        return Map.entry(new LaneId(new RunId(row.getLong(1)), row.getInt(2)), row.getLong(3));
    }

    // --- runs that grow ---

    @Override
    public Payload document(RunId run) {
        return read("read what run %s was made of".formatted(run), (link, _) -> RunTables.document(link, run));
    }

    @Override
    public List<ChainRecord> chains(RunId run, int fromIndex, int limit) {
        return read(
                "read the chains of run " + run,
                (link, _) -> new ChainReader(link).chains(RowKeys.of(run, fromIndex), RowKeys.end(run), limit, true));
    }

    @Override
    public List<ChainRecord> ended(RunId run, Collection<Integer> indexes) {
        var keys =
                indexes.stream().sorted().map(index -> RowKeys.of(run, index)).toList();
        return read(
                "read ended chains of run " + run,
                (link, _) -> new ChainReader(link)
                        .chains(keys, true).stream()
                                .filter(chain -> chain.state().isFinal())
                                .toList());
    }

    // --- leases ---

    @Override
    public List<Lease> orphanedLeases(ServerNumber self, Duration silentFor) {
        record Orphan(ChainSpan span, Optional<Long> server) {}
        return read("read the leases of servers that are gone", (link, tables) -> {
            var found = link.list(
                    orphanedSpans(),
                    row -> new Orphan(span(row), RunTables.number(row, 8)),
                    orphanedSpansOf(self, silentFor));
            orphans.clear();
            for (var orphan : found) orphan.server.ifPresent(server -> orphans.put(orphan.span.session(), server));
            return leases(tables, found.stream().map(Orphan::span).toList());
        });
    }

    /** Selects the leased spans, in order, whose session no living server looks after, and the server that did. */
    protected abstract String orphanedSpans();

    /** The values for {@link #orphanedSpans}. */
    protected abstract List<Object> orphanedSpansOf(ServerNumber self, Duration silentFor);

    @Override
    public List<Lease> reclaim(Map<SessionId, List<ShownAttempt>> shown) {
        return write("give back what %s work on".formatted(CountedNoun.of(shown.size(), "session")), (link, tables) -> {
            var leases = new ArrayList<Lease>();
            for (var each : shown.entrySet())
                leases.addAll(new ReclaimChains(tables, link, each.getKey(), each.getValue()).run());
            tables.tell(leases.stream().map(lease -> lease.chain().run()).collect(Collectors.toSet()));
            return leases;
        });
    }

    @Override
    public List<Lease> leasesOf(Collection<SessionId> sessions) {
        if (sessions.isEmpty()) return List.of();
        return read("read the leases of " + CountedNoun.of(sessions.size(), "session"), (link, tables) -> {
            var spans = new ArrayList<ChainSpan>();
            var left = new ArrayDeque<>(sessions);
            while (!left.isEmpty()) spans.addAll(link.list(OF_SESSIONS, SqlStore::span, next(left)));
            spans.sort(Comparator.comparingLong(ChainSpan::first));
            return leases(tables, spans);
        });
    }

    /** Always as many, so that the statement is the same one. */
    private static Object[] next(ArrayDeque<SessionId> sessions) {
        var values = new Object[SESSIONS_AT_ONCE];
        long last = 0;
        for (int i = 0; i < values.length; i++) {
            if (!sessions.isEmpty()) last = sessions.removeFirst().value();
            values[i] = last;
        }
        return values;
    }

    private static List<Lease> leases(ChainTables tables, List<ChainSpan> spans) throws SQLException {
        var withHoles =
                spans.stream().filter(ChainSpan::hasHoles).map(SqlStore::range).toList();
        var ended = withHoles.isEmpty() ? Set.<Long>of() : tables.ended(withHoles);
        var retried = spans.stream()
                .filter(span -> span.attempt() > 1)
                .map(SqlStore::range)
                .toList();
        var pasts = new HashMap<Long, ChainHistory>();
        if (!retried.isEmpty()) tables.pasts(retried).forEach(history -> pasts.put(history.chain(), history));
        var leases = new ArrayList<Lease>();
        for (var span : spans) {
            for (long key = span.first(); key < span.end(); key++) {
                if (!ended.contains(key)) leases.add(lease(span, key, pasts.get(key)));
            }
        }
        return leases;
    }

    private static Range range(ChainSpan span) {
        return new Range(span.first(), span.end());
    }

    private static Lease lease(ChainSpan span, long key, @Nullable ChainHistory history) {
        return new Lease(
                RowKeys.chain(key),
                new LaneId(RowKeys.run(key), span.lane()),
                span.attempt(),
                history == null ? 0 : history.failures(),
                history == null ? 0 : history.losses(),
                new SessionId(span.session()),
                SqlTimes.instant(history == null ? span.claimed() : history.firstClaimed()),
                true);
    }

    /** A row of span, in the order of its fields. */
    public static ChainSpan span(ResultSet row) throws SQLException {
        return new ChainSpan(
                row.getLong(1),
                row.getInt(2),
                row.getInt(3),
                row.getInt(4),
                row.getLong(5),
                row.getLong(6),
                row.getInt(7));
    }
}
