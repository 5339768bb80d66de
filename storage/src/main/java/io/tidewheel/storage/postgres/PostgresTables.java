package io.tidewheel.storage.postgres;

import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.TurnChanges;
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
import io.tidewheel.storage.sql.SqlStore;
import io.tidewheel.storage.sql.SqlTimes;
import io.tidewheel.storage.sql.TextBytes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A whole batch in each statement, as arrays: what counts here is the way to the server and back. */
final class PostgresTables implements ChainTables {
    /** Small enough that several servers can claim from one lane at the same time, each from a span of its own. */
    private static final int LARGEST_SPAN = 256;

    private static final String SPAN = "SELECT first, count, lane, attempt, session, claimed, remaining FROM span ";
    private static final String PAST =
            "SELECT chain, lane, attempt, failures, losses, first_claimed, claimed, due, reason FROM past ";

    private static final String INSERT_CHAINS = """
        INSERT INTO chain (id, lane, added, parameter, body)
        SELECT * FROM unnest(?::bigint[], ?::int[], ?::bigint[], ?::bytea[], ?::bytea[])
        """;
    private static final String CONTENTS = """
        SELECT id, parameter, body, added FROM unnest(?::bigint[], ?::bigint[]) AS wanted (low, high)
         CROSS JOIN LATERAL (SELECT * FROM chain WHERE id >= low AND id < high ORDER BY id) AS chain
        """;
    /**
     * Spans that contain a key of one of the stretches. Locked in the order of their keys, as everywhere, so that two servers that need the
     * same ones wait for each other only in one direction.
     */
    private static final String COVERING = SPAN + """
         WHERE first IN (
            SELECT hit.first FROM unnest(?::bigint[], ?::bigint[]) AS stretch (low, high) CROSS JOIN LATERAL (
                (SELECT first, count FROM span WHERE first <= low ORDER BY first DESC LIMIT 1)
                UNION ALL
                SELECT first, count FROM span WHERE first > low AND first <= high) AS hit
             WHERE hit.first + hit.count > low)
         ORDER BY first FOR UPDATE
        """;
    /** Spans that another server is taking chains from at this moment are passed over: waiting for it would gain nothing. */
    private static final String READY = """
        SELECT first, count, lane, attempt, session, claimed, remaining
          FROM unnest(?::int[], ?::bigint[], ?::bigint[], ?::int[]) AS wish (of_lane, behind, before, most)
         CROSS JOIN LATERAL (
            SELECT * FROM span WHERE session = 0 AND lane = of_lane AND first > behind AND first < before
             ORDER BY first LIMIT most FOR UPDATE %s) AS span
        """;

    private static final String READY_SKIPPING = READY.formatted("SKIP LOCKED");
    private static final String READY_WAITING = READY.formatted("");
    private static final String READY_OF_RUN =
            SPAN + "WHERE first > ? AND first < ? AND session = 0 ORDER BY first LIMIT ? FOR UPDATE";
    private static final String WRITE_SPANS = """
        WITH gone AS (DELETE FROM span WHERE first = ANY (?::bigint[]))
        INSERT INTO span (first, count, lane, attempt, session, claimed, remaining)
        SELECT * FROM unnest(?::bigint[], ?::int[], ?::int[], ?::int[], ?::bigint[], ?::bigint[], ?::int[])
        ON CONFLICT (first) DO UPDATE SET count = excluded.count, lane = excluded.lane, attempt = excluded.attempt,
            session = excluded.session, claimed = excluded.claimed, remaining = excluded.remaining
        """;
    /** What is zero as a rule is not written at all: that saves 16 bytes of 128. */
    private static final String INSERT_OUTCOMES = """
        INSERT INTO outcome (chain, state, reason, attempt, failures, losses, session, first_claimed, claimed, finished, exit_code,
            report)
        SELECT unnest(?::bigint[]), unnest(?::int[]), NULLIF(unnest(?::int[]), 0), unnest(?::int[]), NULLIF(unnest(?::int[]), 0),
            NULLIF(unnest(?::int[]), 0), unnest(?::bigint[]), unnest(?::bigint[]), unnest(?::bigint[]), unnest(?::bigint[]),
            NULLIF(unnest(?::int[]), 0), unnest(?::bytea[])
        """;

    private static final String INSERT_OUTCOMES_CAREFULLY =
            INSERT_OUTCOMES + " ON CONFLICT (chain) DO NOTHING RETURNING chain";
    private static final String ENDED = "SELECT chain FROM outcome WHERE chain >= ? AND chain < ?";
    private static final String PASTS = """
        SELECT chain, lane, attempt, failures, losses, first_claimed, claimed, due, reason
          FROM unnest(?::bigint[], ?::bigint[]) AS wanted (low, high)
         CROSS JOIN LATERAL (SELECT * FROM past WHERE chain >= low AND chain < high ORDER BY chain) AS past
        """;
    private static final String LOCK_DELAYED =
            PAST + "WHERE chain = ANY (?::bigint[]) AND due IS NOT NULL ORDER BY chain FOR UPDATE";
    private static final String DELAYED_OF_RUN =
            PAST + "WHERE chain >= ? AND chain < ? AND due IS NOT NULL ORDER BY chain LIMIT ? FOR UPDATE";
    private static final String TAKE_DUE = """
        WITH ripe AS (
            SELECT * FROM past WHERE due <= ? AND due IS NOT NULL ORDER BY due, chain LIMIT ? FOR UPDATE SKIP LOCKED),
             taken AS (UPDATE past SET due = NULL FROM ripe WHERE past.chain = ripe.chain)
        SELECT chain, lane, attempt, failures, losses, first_claimed, claimed, due, reason FROM ripe ORDER BY due, chain
        """;
    private static final String SAVE_PASTS = """
        INSERT INTO past (chain, lane, attempt, failures, losses, first_claimed, claimed, due, reason)
        SELECT * FROM unnest(?::bigint[], ?::int[], ?::int[], ?::int[], ?::int[], ?::bigint[], ?::bigint[], ?::bigint[], ?::int[])
        ON CONFLICT (chain) DO UPDATE SET lane = excluded.lane, attempt = excluded.attempt, failures = excluded.failures,
            losses = excluded.losses, first_claimed = excluded.first_claimed, claimed = excluded.claimed, due = excluded.due,
            reason = excluded.reason
        """;
    private static final String DELETE_PASTS = "DELETE FROM past WHERE chain = ANY (?::bigint[])";
    /** The rows are locked in the order of their keys before any is changed. */
    private static final String RAISE = """
        WITH more AS (
            SELECT * FROM unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
                AS more (lane, added, succeeded, failed, cancelled)),
             held AS (SELECT lane FROM tally WHERE lane IN (SELECT lane FROM more) ORDER BY lane FOR UPDATE)
        UPDATE tally SET added = tally.added + more.added, succeeded = tally.succeeded + more.succeeded,
            failed = tally.failed + more.failed, cancelled = tally.cancelled + more.cancelled
          FROM more JOIN held USING (lane)
         WHERE tally.lane = more.lane
        RETURNING tally.lane, tally.added, tally.succeeded, tally.failed, tally.cancelled
        """;
    /** Held until the end of the transaction: an agent that moves to another server meanwhile has to wait for us. */
    private static final String SESSIONS =
            "SELECT id, server FROM session WHERE id = ANY (?::bigint[]) ORDER BY id FOR SHARE";

    private static final String INSERT_ATTEMPTS = """
        INSERT INTO attempt (chain, number, session, ended, reason, exit_code, report)
        SELECT * FROM unnest(?::bigint[], ?::int[], ?::bigint[], ?::bigint[], ?::int[], ?::int[], ?::bytea[])
        ON CONFLICT (chain, number) DO NOTHING
        """;
    private static final String INSERT_LOGS = """
        INSERT INTO log (chain, attempt, stream, start, bytes, dropped)
        SELECT * FROM unnest(?::bigint[], ?::int[], ?::int[], ?::bigint[], ?::bytea[], ?::bigint[])
        ON CONFLICT (chain, attempt, stream, start) DO NOTHING
        """;

    private final StatementPipeline pipeline;
    private final boolean careful;
    private final Consumer<Set<RunId>> teller;

    /** What was read ahead for the wishes, the keys and the sessions of a commit. */
    private @Nullable Map<Long, Long> sessionsAhead;

    private @Nullable List<ChainSpan> coveringAhead;
    private @Nullable List<ChainSpan> readyAhead;
    private List<Wish> wishesAhead = List.of();

    private final RunExpectations expected;

    /**
     * Unless {@code careful}, it trusts that no chain ends twice: if one does, inserting its outcome fails, and the step has to be done again
     * with care to find out which it was.
     */
    PostgresTables(StatementPipeline pipeline, boolean careful, Consumer<Set<RunId>> teller) {
        this.pipeline = pipeline;
        this.expected = new RunExpectations(pipeline);
        this.careful = careful;
        this.teller = teller;
    }

    @Override
    public int largestSpan() {
        return LARGEST_SPAN;
    }

    @Override
    public boolean areShared() {
        return true;
    }

    @Override
    public boolean areCareful() {
        return careful;
    }

    @Override
    public boolean joinsNewChains() {
        return false;
    }

    // --- what other servers do ---

    @Override
    public void expect(TurnChanges changes) {
        expected.ask(changes);
    }

    @Override
    public FasterElsewhere fasterElsewhere() {
        return expected.answer();
    }

    // --- reading ahead ---

    /** Three questions that every commit of a busy engine asks travel together. */
    @Override
    public void lookAhead(Collection<Long> sessions, long[] sortedKeys, List<Wish> wishes, boolean wait)
            throws SQLException {
        var servers = new HashMap<Long, Long>();
        var covering = new ArrayList<ChainSpan>();
        var ready = new ArrayList<ChainSpan>();
        if (!sessions.isEmpty()) askSessions(sessions).later(row -> servers.put(row.getLong(1), row.getLong(2)));
        if (sortedKeys.length > 0) askCovering(sortedKeys).later(row -> covering.add(SqlStore.span(row)));
        if (!wishes.isEmpty()) askReady(wishes, wait).later(row -> ready.add(SqlStore.span(row)));
        pipeline.flush();
        sessionsAhead = servers;
        coveringAhead = covering;
        readyAhead = ready;
        wishesAhead = wishes;
    }

    // --- chains ---

    @Override
    public void insertChains(List<NewChains> chains) throws SQLException {
        int size = chains.stream().mapToInt(added -> added.chains().size()).sum();
        if (size == 0) return;
        var keys = new long[size];
        var lanes = new int[size];
        var times = new long[size];
        var parameters = new byte[size][];
        var bodies = new byte[size][];
        int next = 0;
        for (var added : chains) {
            long key = RowKeys.of(added.lane().run(), added.firstIndex());
            long at = SqlTimes.micros(added.at());
            for (var chain : added.chains()) {
                keys[next] = key++;
                lanes[next] = added.lane().number();
                times[next] = at;
                parameters[next] = TextBytes.bytes(chain.parameter());
                bodies[next++] = chain.body().bytes();
            }
        }
        pipeline.call(INSERT_CHAINS)
                .longs(keys)
                .ints(lanes)
                .longs(times)
                .blobs(parameters)
                .blobs(bodies)
                .later();
    }

    @Override
    public List<ChainContent> contents(List<Range> ranges) throws SQLException {
        return pipeline.call(CONTENTS)
                .longs(ranges.stream().mapToLong(Range::from).toArray())
                .longs(ranges.stream().mapToLong(Range::to).toArray())
                .list(row -> new ChainContent(
                        row.getLong(1), TextBytes.text(row.getBytes(2)), Payload.of(row.getBytes(3)), row.getLong(4)));
    }

    // --- spans ---

    /**
     * While a query waits for a span that another server holds, that server may cut it in pieces, of which this query has not heard: so what
     * is still not found is looked for once more.
     */
    @Override
    public void loadCovering(SpanLedger ledger, long[] sortedKeys) throws SQLException {
        var ahead = coveringAhead;
        coveringAhead = null;
        if (ahead != null) ahead.forEach(ledger::load);
        var missing = sortedKeys;
        while (true) {
            missing = Arrays.stream(missing)
                    .filter(key -> ledger.covering(key) == null)
                    .toArray();
            if (missing.length == 0) return;
            var found = askCovering(missing).list(SqlStore::span);
            found.forEach(ledger::load);
            if (found.isEmpty()) return;
        }
    }

    private StatementPipeline.Call askCovering(long[] sortedKeys) {
        var lows = new long[sortedKeys.length];
        var highs = new long[sortedKeys.length];
        int count = 0;
        for (long key : sortedKeys) {
            if (count > 0 && key <= highs[count - 1] + 1) {
                highs[count - 1] = key;
            } else {
                lows[count] = key;
                highs[count++] = key;
            }
        }
        return pipeline.call(COVERING).longs(Arrays.copyOf(lows, count)).longs(Arrays.copyOf(highs, count));
    }

    @Override
    public List<ChainSpan> readySpans(List<Wish> wishes, boolean wait) throws SQLException {
        var ahead = readyAhead;
        readyAhead = null;
        return ahead != null && wishes.equals(wishesAhead)
                ? ahead
                : askReady(wishes, wait).list(SqlStore::span);
    }

    private StatementPipeline.Call askReady(List<Wish> wishes, boolean wait) {
        return pipeline.call(wait ? READY_WAITING : READY_SKIPPING)
                .ints(wishes.stream()
                        .mapToInt(wish -> RowKeys.lane(wish.lane()).number())
                        .toArray())
                .longs(wishes.stream().mapToLong(Wish::after).toArray())
                .longs(wishes.stream()
                        .mapToLong(wish -> RowKeys.end(RowKeys.run(wish.lane())))
                        .toArray())
                .ints(wishes.stream().mapToInt(wish -> spansFor(wish.chains())).toArray());
    }

    @Override
    public List<ChainSpan> readySpansOfRun(Range run, int chains) throws SQLException {
        var found = new ArrayList<ChainSpan>();
        long after = run.from() - 1;
        int left = chains;
        while (left > 0) {
            var more = pipeline.call(READY_OF_RUN)
                    .number(after)
                    .number(run.to())
                    .number(spansFor(left))
                    .list(SqlStore::span);
            if (more.isEmpty()) break;
            for (var span : more) left -= span.remaining();
            after = more.getLast().first();
            found.addAll(more);
        }
        return found;
    }

    /** How many spans to ask for: as many as are needed if they are large; if they are not, more are asked for afterwards. */
    private static int spansFor(int chains) {
        return chains / LARGEST_SPAN + 2;
    }

    @Override
    public void writeSpans(SpanLedger ledger) throws SQLException {
        var changed = ledger.changed();
        var gone = ledger.gone();
        if (changed.isEmpty() && gone.isEmpty()) return;
        pipeline.call(WRITE_SPANS)
                .longs(gone.stream().mapToLong(Long::longValue).toArray())
                .longs(changed.stream().mapToLong(ChainSpan::first).toArray())
                .ints(changed.stream().mapToInt(ChainSpan::count).toArray())
                .ints(changed.stream().mapToInt(ChainSpan::lane).toArray())
                .ints(changed.stream().mapToInt(ChainSpan::attempt).toArray())
                .longs(changed.stream().mapToLong(ChainSpan::session).toArray())
                .longs(changed.stream().mapToLong(ChainSpan::claimed).toArray())
                .ints(changed.stream().mapToInt(ChainSpan::remaining).toArray())
                .later();
    }

    // --- outcomes ---

    @Override
    public Set<Long> insertOutcomes(List<ChainOutcome> outcomes) throws SQLException {
        if (outcomes.isEmpty()) return Set.of();
        var insert = pipeline.call(careful ? INSERT_OUTCOMES_CAREFULLY : INSERT_OUTCOMES)
                .longs(outcomes.stream().mapToLong(ChainOutcome::chain).toArray())
                .ints(outcomes.stream().mapToInt(ChainOutcome::state).toArray())
                .ints(outcomes.stream().mapToInt(ChainOutcome::reason).toArray())
                .ints(outcomes.stream().mapToInt(ChainOutcome::attempt).toArray())
                .ints(outcomes.stream().mapToInt(ChainOutcome::failures).toArray())
                .ints(outcomes.stream().mapToInt(ChainOutcome::losses).toArray())
                .longs(outcomes.stream().map(ChainOutcome::session).toArray(Long[]::new))
                .longs(outcomes.stream().map(ChainOutcome::firstClaimedIfOther).toArray(Long[]::new))
                .longs(outcomes.stream().map(ChainOutcome::claimed).toArray(Long[]::new))
                .longs(outcomes.stream().mapToLong(ChainOutcome::finished).toArray())
                .ints(outcomes.stream().mapToInt(ChainOutcome::exitCode).toArray())
                .blobs(outcomes.stream()
                        .map(outcome -> outcome.report().bytes())
                        .toArray(byte[][]::new));
        if (careful) return leftOut(outcomes, new HashSet<>(insert.list(row -> row.getLong(1))));
        insert.later();
        return Set.of();
    }

    /** The chains whose outcome was not written. Of two outcomes for one chain in the same batch, one is left out as well. */
    private static Set<Long> leftOut(List<ChainOutcome> outcomes, Set<Long> kept) {
        var leftOut = new HashSet<Long>();
        for (var outcome : outcomes) if (!kept.remove(outcome.chain())) leftOut.add(outcome.chain());
        return leftOut;
    }

    @Override
    public Set<Long> ended(Range range) throws SQLException {
        return new HashSet<>(
                pipeline.call(ENDED).number(range.from()).number(range.to()).list(row -> row.getLong(1)));
    }

    // --- pasts ---

    @Override
    public List<ChainHistory> pasts(List<Range> ranges) throws SQLException {
        return pipeline.call(PASTS)
                .longs(ranges.stream().mapToLong(Range::from).toArray())
                .longs(ranges.stream().mapToLong(Range::to).toArray())
                .list(PostgresTables::past);
    }

    @Override
    public List<ChainHistory> delayed(Collection<Long> chains) throws SQLException {
        return pipeline.call(LOCK_DELAYED).longs(toArray(chains)).list(PostgresTables::past);
    }

    @Override
    public List<ChainHistory> delayedOfRun(Range run, int limit) throws SQLException {
        return pipeline.call(DELAYED_OF_RUN)
                .number(run.from())
                .number(run.to())
                .number(limit)
                .list(PostgresTables::past);
    }

    @Override
    public List<ChainHistory> takeDue(long now, int limit) throws SQLException {
        return pipeline.call(TAKE_DUE).number(now).number(limit).list(PostgresTables::past);
    }

    @Override
    public void savePasts(List<ChainHistory> pasts) throws SQLException {
        if (pasts.isEmpty()) return;
        pipeline.call(SAVE_PASTS)
                .longs(pasts.stream().mapToLong(ChainHistory::chain).toArray())
                .ints(pasts.stream().mapToInt(ChainHistory::lane).toArray())
                .ints(pasts.stream().mapToInt(ChainHistory::attempt).toArray())
                .ints(pasts.stream().mapToInt(ChainHistory::failures).toArray())
                .ints(pasts.stream().mapToInt(ChainHistory::losses).toArray())
                .longs(pasts.stream().mapToLong(ChainHistory::firstClaimed).toArray())
                .longs(pasts.stream().mapToLong(ChainHistory::claimed).toArray())
                .longs(pasts.stream().map(ChainHistory::due).toArray(Long[]::new))
                .ints(pasts.stream().mapToInt(ChainHistory::reason).toArray())
                .later();
    }

    @Override
    public void deletePasts(Collection<Long> chains) throws SQLException {
        if (!chains.isEmpty())
            pipeline.call(DELETE_PASTS).longs(toArray(chains)).later();
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
        pipeline.call(RAISE)
                .longs(toArray(by.keySet()))
                .longs(by.values().stream().mapToLong(LaneTotals::added).toArray())
                .longs(by.values().stream().mapToLong(LaneTotals::succeeded).toArray())
                .longs(by.values().stream().mapToLong(LaneTotals::failed).toArray())
                .longs(by.values().stream().mapToLong(LaneTotals::cancelled).toArray())
                .list(row -> now.put(
                        row.getLong(1),
                        new LaneTotals(row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5))));
        return now;
    }

    @Override
    public Set<Long> foreignSessions(Collection<Long> sessions, long server) throws SQLException {
        var servers = sessionsAhead;
        sessionsAhead = null;
        if (servers == null) {
            var read = new HashMap<Long, Long>();
            askSessions(sessions).list(row -> read.put(row.getLong(1), row.getLong(2)));
            servers = read;
        }
        var foreign = new HashSet<Long>();
        servers.forEach((session, owner) -> {
            if (owner != server) foreign.add(session);
        });
        return foreign;
    }

    private StatementPipeline.Call askSessions(Collection<Long> sessions) {
        return pipeline.call(SESSIONS).longs(toArray(sessions));
    }

    @Override
    public void tell(Set<RunId> runs) {
        teller.accept(runs);
    }

    @Override
    public void insertAttempts(List<Attempt> attempts) throws SQLException {
        if (attempts.isEmpty()) return;
        pipeline.call(INSERT_ATTEMPTS)
                .longs(attempts.stream()
                        .mapToLong(attempt -> RowKeys.of(attempt.chain()))
                        .toArray())
                .ints(attempts.stream().mapToInt(Attempt::number).toArray())
                .longs(attempts.stream()
                        .mapToLong(attempt -> attempt.session().value())
                        .toArray())
                .longs(attempts.stream()
                        .mapToLong(attempt -> SqlTimes.micros(attempt.ended()))
                        .toArray())
                .ints(attempts.stream()
                        .mapToInt(attempt -> EnumCodes.of(attempt.reason()))
                        .toArray())
                .ints(attempts.stream().mapToInt(Attempt::exitCode).toArray())
                .blobs(attempts.stream()
                        .map(attempt -> attempt.report().bytes())
                        .toArray(byte[][]::new))
                .later();
    }

    @Override
    public void insertLogs(List<LogChunk> chunks) throws SQLException {
        if (chunks.isEmpty()) return;
        pipeline.call(INSERT_LOGS)
                .longs(chunks.stream()
                        .mapToLong(chunk -> RowKeys.of(chunk.chain()))
                        .toArray())
                .ints(chunks.stream().mapToInt(LogChunk::attempt).toArray())
                .ints(chunks.stream()
                        .mapToInt(chunk -> EnumCodes.of(chunk.stream()))
                        .toArray())
                .longs(chunks.stream().mapToLong(LogChunk::offset).toArray())
                .blobs(chunks.stream().map(chunk -> chunk.bytes().bytes()).toArray(byte[][]::new))
                .longs(chunks.stream().mapToLong(LogChunk::dropped).toArray())
                .later();
    }

    private static long[] toArray(Collection<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }
}
