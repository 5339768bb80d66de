package io.tidewheel.storage.sql;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.CustomAmounts;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRecord;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionIdentity;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.Document;
import io.tidewheel.model.TurnChanges.NewLane;
import io.tidewheel.model.TurnChanges.NewRun;
import io.tidewheel.model.TurnChanges.RunUpdate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** The tables of runs, lanes, sessions and the audit log: rows that are few beside the chains, the same in both databases. */
final class RunTables {
    private static final String SAVE_SESSION = """
        INSERT INTO session (id, agent, host, offers, slots, since, server, credential, secret_hash, receipt_key)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET agent = excluded.agent, host = excluded.host, offers = excluded.offers,
            slots = excluded.slots, since = excluded.since, server = excluded.server, credential = excluded.credential,
            secret_hash = excluded.secret_hash, receipt_key = excluded.receipt_key
        """;
    private static final String ADOPT = "UPDATE session SET server = ? WHERE id = ? AND server = ?";
    private static final String INSERT_RUN = """
        INSERT INTO run (id, owner, name, folded_name, kind, labels, priority, state, created, closed, held, ending, end_reason,
            log_bytes, array_from, array_to, array_step, deadline, max_fails, retry_of, submit_key, budget, asked)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;
    private static final String INSERT_TEXT = "INSERT INTO run_text (run, text) VALUES (?, ?)";
    private static final String SAVE_PIECE = "INSERT INTO run_course (run, number, body) VALUES (?, ?, ?)"
            + " ON CONFLICT (run, number) DO UPDATE SET body = excluded.body";
    private static final String INSERT_DOCUMENT = "INSERT INTO run_document (run, text) VALUES (?, ?)";
    /** A server that just then says again which runs it keeps may have done so for this one, too. */
    private static final String INSERT_KEEPER =
            "INSERT INTO run_keeper (run, server) VALUES (?, ?) ON CONFLICT (run) DO NOTHING";

    static final String BY_KEY = "SELECT id FROM run WHERE owner = ? AND submit_key = ? AND submit_key IS NOT NULL";
    private static final String LANE_KNOWN = "SELECT 1 FROM lane WHERE run = ? AND number = ?";
    private static final String INSERT_LABEL = "INSERT INTO run_label (name, value, run) VALUES (?, ?, ?)";
    private static final String INSERT_LANE = """
        INSERT INTO lane (run, number, requires, priority, max_attempts, retry_delay, backoff, max_delay, max_runtime, max_inactivity,
            deadline, delivery, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;
    private static final String INSERT_TALLY =
            "INSERT INTO tally (lane, added, succeeded, failed, cancelled) VALUES (?, 0, 0, 0, 0)";
    /** A state that is final (4 and above) stays, a start that was seen stays, and an ending only goes further. */
    private static final String UPDATE_RUN = """
        UPDATE run SET
            state = CASE WHEN state >= 4 THEN state ELSE COALESCE(?, state) END,
            finished = CASE WHEN state >= 4 THEN finished ELSE COALESCE(?, finished) END,
            started = COALESCE(started, ?),
            closed = COALESCE(?, closed),
            held = COALESCE(?, held),
            ending = CASE WHEN ending < COALESCE(?, ending) THEN ? ELSE ending END,
            end_reason = COALESCE(?, end_reason),
            priority = COALESCE(?, priority),
            budget = COALESCE(?, budget),
            log_bytes = log_bytes + ?
         WHERE id = ?
        """;

    private static final String UPDATE_LANES = "UPDATE lane SET priority = ? WHERE run = ?";
    private static final String SET_LANE = "UPDATE chain SET lane = ? WHERE id = ?";
    /** Two servers must not give two lanes the same number. */
    private static final String LOCK_RUN = "SELECT 1 FROM run WHERE id = ? FOR UPDATE";

    private static final String INSERT_AUDIT =
            "INSERT INTO audit (at, who, action, target, detail) VALUES (?, ?, ?, ?, ?)";

    static final String RUNS = """
        SELECT run.id, owner, name, kind, labels, priority, state, created, started, finished, closed, held, ending, end_reason,
            log_bytes, array_from, array_to, array_step, deadline, max_fails, retry_of, text, budget, asked
          FROM run LEFT JOIN run_text ON run_text.run = run.id
        """;
    static final String LANES = """
        SELECT tally.lane, requires, lane.priority, max_attempts, retry_delay, backoff, max_delay, max_runtime, max_inactivity,
            lane.deadline, delivery, template, added, succeeded, failed, cancelled, milli_cpus, memory_bytes, gpus,
            lane.kind, custom_amounts
          FROM lane JOIN tally ON tally.lane = (lane.run << 31) + lane.number
        """;
    static final String SESSIONS =
            "SELECT id, agent, host, offers, slots, since, server, credential, secret_hash, receipt_key FROM session";

    /** Fields that have columns of their own, to be looked for or changed; all others are together in one. */
    private static final SubmissionField<?>[] COLUMNS = {
        SubmissionField.NAME,
        SubmissionField.LABELS,
        SubmissionField.PRIORITY,
        SubmissionField.DEADLINE,
        SubmissionField.MAX_FAILS,
        SubmissionField.BUDGET
    };

    private final SqlConnection link;

    RunTables(SqlConnection link) {
        this.link = link;
    }

    // --- writing ---

    /** @param orphans sessions that may be adopted, with the server that each had when it was found orphaned */
    void saveSessions(TurnChanges changes, Map<Long, Long> orphans) throws SQLException {
        var sorted = new ArrayList<>(changes.sessions());
        sorted.sort(Comparator.comparingLong(session -> session.id().value()));
        for (var session : sorted) {
            link.batch(
                    SAVE_SESSION,
                    session.id().value(),
                    session.agent(),
                    session.host(),
                    session.offers().toString(),
                    session.slots(),
                    SqlTimes.micros(session.since()),
                    session.server().value(),
                    session.identity().credential(),
                    session.identity().secretHash(),
                    session.identity().receiptKey());
        }
        link.runBatch(SAVE_SESSION);
        for (long id :
                changes.adopted().stream().mapToLong(SessionId::value).sorted().toArray()) {
            var lostBy = orphans.get(id);
            if (lostBy != null) link.batch(ADOPT, changes.server().value(), id, lostBy);
        }
        link.runBatch(ADOPT);
    }

    /** The runs among the given ones that cannot be made, because another one has their key. */
    Set<RunId> withTakenKeys(List<NewRun> runs) throws SQLException {
        var taken = new TreeSet<RunId>();
        for (var run : runs) {
            if (run.key().isEmpty()) continue;
            link.first(
                            BY_KEY,
                            row -> row.getLong(1),
                            run.spec().owner().name(),
                            run.key().get())
                    .ifPresent(_ -> taken.add(run.id()));
        }
        return taken;
    }

    /** The runs of which another server has made lanes with these numbers. */
    Set<RunId> withTakenLanes(List<NewLane> lanes) throws SQLException {
        var taken = new TreeSet<RunId>();
        for (var lane : lanes) {
            var run = lane.id().run();
            link.first(LANE_KNOWN, _ -> true, run.number(), lane.id().number()).ifPresent(_ -> taken.add(run));
        }
        return taken;
    }

    void insertRuns(List<NewRun> runs) throws SQLException {
        // In the order of their keys, so that two servers wait for each other only in one direction.
        var sorted = new ArrayList<>(runs);
        sorted.sort(Comparator.comparing(run -> run.key().orElse("")));
        for (var run : sorted) insert(run);
        link.runBatch(INSERT_RUN);
        link.runBatch(INSERT_TEXT);
        link.runBatch(INSERT_LABEL);
    }

    private void insert(NewRun run) throws SQLException {
        var spec = run.spec();
        long id = run.id().number();
        link.batch(
                INSERT_RUN,
                id,
                spec.owner().name(),
                spec.name(),
                folded(spec.name()),
                EnumCodes.of(spec.kind()),
                spec.asked().textOf(SubmissionField.LABELS),
                spec.priority(),
                EnumCodes.of(run.held() ? RunState.HELD : RunState.QUEUED),
                SqlTimes.micros(run.at()),
                run.closed(),
                run.held(),
                spec.array().map(IndexRange::from).orElse(null),
                spec.array().map(IndexRange::to).orElse(null),
                spec.array().map(IndexRange::step).orElse(null),
                SqlTimes.micros(spec.deadline()),
                spec.maxFails(),
                spec.retryOf().map(RunId::number).orElse(null),
                run.key().orElse(null),
                spec.budget().map(Money::toString).orElse(null),
                spec.asked().without(COLUMNS).text());
        if (!spec.text().isEmpty()) link.batch(INSERT_TEXT, id, TextBytes.bytes(spec.text()));
        for (var label : spec.labels().entrySet()) link.batch(INSERT_LABEL, label.getKey(), label.getValue(), id);
    }

    void insertDocuments(List<Document> documents) throws SQLException {
        for (var document : documents)
            link.batch(INSERT_DOCUMENT, document.run().number(), document.text().bytes());
        link.runBatch(INSERT_DOCUMENT);
    }

    void saveCourses(Map<RunId, SortedMap<Integer, Payload>> courses) throws SQLException {
        for (var course : courses.entrySet())
            for (var piece : course.getValue().entrySet())
                link.batch(
                        SAVE_PIECE,
                        course.getKey().number(),
                        piece.getKey(),
                        piece.getValue().bytes());
        link.runBatch(SAVE_PIECE);
    }

    void insertKeepers(TurnChanges changes) throws SQLException {
        for (var document : changes.documents())
            link.batch(INSERT_KEEPER, document.run().number(), changes.server().value());
        link.runBatch(INSERT_KEEPER);
    }

    /** What a run was made of. */
    static Payload document(SqlConnection link, RunId run) throws SQLException {
        return link.first(
                        "SELECT text FROM run_document WHERE run = ?", row -> Payload.of(row.getBytes(1)), run.number())
                .orElse(Payload.NONE);
    }

    void insertLanes(List<NewLane> lanes) throws SQLException {
        for (var lane : lanes) {
            var spec = lane.spec();
            link.batch(
                    INSERT_LANE,
                    lane.id().run().number(),
                    lane.id().number(),
                    spec.requires().toString(),
                    spec.priority(),
                    spec.retry().maxAttempts(),
                    SqlTimes.micros(spec.retry().delay()),
                    spec.retry().exponentialBackoff(),
                    SqlTimes.micros(spec.retry().maxDelay()),
                    SqlTimes.micros(spec.limits().maxRuntime()),
                    SqlTimes.micros(spec.limits().maxInactivity()),
                    SqlTimes.micros(spec.limits().deadline()),
                    spec.delivery().name(),
                    spec.template().bytes(),
                    spec.needs().milliCpus(),
                    spec.needs().memoryBytes(),
                    spec.needs().gpus(),
                    spec.kind(),
                    spec.needs().custom().text());
            link.batch(INSERT_TALLY, RowKeys.of(lane.id()));
        }
        link.runBatch(INSERT_LANE);
        link.runBatch(INSERT_TALLY);
    }

    /** The number of the lane that is like this one but for its priority; it is made if there is none. */
    int laneLike(LaneId lane, int priority, boolean shared) throws SQLException {
        long run = lane.run().number();
        if (shared) link.first(LOCK_RUN, _ -> true, run);
        var lanes = link.list(LANES + " WHERE lane.run = ? ORDER BY lane.number", RunTables::lane, run);
        var own = lanes.stream()
                .filter(each -> each.id().equals(lane))
                .findFirst()
                .orElseThrow(() -> noRun(lane.run()));
        var wanted = own.spec().withPriority(priority);
        if (own.spec().equals(wanted)) return lane.number();
        for (var other : lanes)
            if (other.spec().equals(wanted)) return other.id().number();
        var made = new LaneId(lane.run(), lanes.getLast().id().number() + 1);
        insertLanes(List.of(new NewLane(made, wanted)));
        return made.number();
    }

    void setLane(long chain, int lane) throws SQLException {
        link.update(SET_LANE, lane, chain);
    }

    /** Answers the runs that are not there: if there are any, the transaction must not be committed. */
    Set<RunId> updateRuns(List<RunUpdate> updates) throws SQLException {
        var sorted = new ArrayList<>(updates);
        sorted.sort(Comparator.comparing(RunUpdate::id)); // stable: two updates of one run keep their order
        for (var update : sorted) {
            var ending = update.ending().map(EnumCodes::of).orElse(null);
            link.batch(
                    UPDATE_RUN,
                    update.state().map(EnumCodes::of).orElse(null),
                    SqlTimes.micros(update.finished()),
                    SqlTimes.micros(update.started()),
                    update.closed().orElse(null),
                    update.held().orElse(null),
                    ending,
                    ending,
                    update.endReason().map(EnumCodes::of).orElse(null),
                    update.priority().orElse(null),
                    update.budget().map(Money::toString).orElse(null),
                    update.logBytesAdded(),
                    update.id().number());
        }
        var counts = link.runBatch(UPDATE_RUN);
        var removed = new TreeSet<RunId>();
        for (int i = 0; i < counts.length; i++)
            if (counts[i] == 0) removed.add(sorted.get(i).id());
        if (!removed.isEmpty()) return removed;
        for (var update : sorted) {
            if (update.priority().isEmpty()) continue;
            link.batch(UPDATE_LANES, update.priority().get(), update.id().number());
        }
        link.runBatch(UPDATE_LANES);
        return removed;
    }

    void insertAudit(List<AuditEntry> entries) throws SQLException {
        for (var entry : entries) {
            link.batch(
                    INSERT_AUDIT,
                    SqlTimes.micros(entry.at()),
                    entry.who(),
                    entry.action(),
                    entry.target(),
                    entry.detail());
        }
        link.runBatch(INSERT_AUDIT);
    }

    private static StoreFailure noRun(RunId run) {
        return new StoreFailure("could not commit: there is no run %s; nothing was changed".formatted(run));
    }

    // --- reading ---

    /** Adds the lanes, whose rows come in the order of their keys, to runs. */
    static List<RunRecord> withLanes(List<RunRecord> runs, List<LaneRecord> lanes) {
        var byRun = new LinkedHashMap<RunId, List<LaneRecord>>();
        for (var lane : lanes)
            byRun.computeIfAbsent(lane.id().run(), _ -> new ArrayList<>()).add(lane);
        return runs.stream().map(run -> withLanes(run, byRun)).toList();
    }

    private static RunRecord withLanes(RunRecord run, Map<RunId, List<LaneRecord>> byRun) {
        var lanes = byRun.getOrDefault(run.id(), List.of());
        long made = lanes.stream().mapToLong(lane -> lane.totals().added()).sum();
        return new RunRecord(
                run.id(),
                run.spec(),
                run.state(),
                run.created(),
                run.started(),
                run.finished(),
                (int) made,
                run.closed(),
                run.held(),
                run.ending(),
                run.endReason(),
                run.logBytes(),
                lanes);
    }

    /** A row of {@link #RUNS}; its lanes are still missing. */
    static RunRecord run(ResultSet row) throws SQLException {
        var retryOf = number(row, 21).map(RunId::new);
        var text = TextBytes.text(row.getBytes(22));
        var from = number(row, 16);
        Optional<IndexRange> array = from.isEmpty()
                ? Optional.empty()
                : Optional.of(new IndexRange(from.get(), row.getLong(17), row.getLong(18)));
        var spec =
                new RunSpec(RunKind.of(row.getInt(4)), new Owner(row.getString(2)), asked(row), array, retryOf, text);
        return new RunRecord(
                new RunId(row.getLong(1)),
                spec,
                RunState.of(row.getInt(7)),
                SqlTimes.instant(row.getLong(8)),
                number(row, 9).map(SqlTimes::instant),
                number(row, 10).map(SqlTimes::instant),
                0,
                row.getInt(11) != 0,
                row.getInt(12) != 0,
                EndRequest.of(row.getInt(13)),
                Reason.of(row.getInt(14)),
                row.getLong(15),
                List.of());
    }

    private static Submission asked(ResultSet row) throws SQLException {
        long maxFails = row.getLong(20);
        return new Submission.Draft()
                .putAll(Submission.parse(row.getString(24)))
                .put(SubmissionField.NAME, row.getString(3))
                .put(SubmissionField.LABELS, labels(row.getString(5)))
                .put(SubmissionField.PRIORITY, row.getLong(6))
                .put(SubmissionField.DEADLINE, number(row, 19).map(SqlTimes::instant))
                .put(
                        SubmissionField.MAX_FAILS,
                        maxFails == RunSpec.ANY_FAILS ? Optional.empty() : Optional.of(maxFails))
                .put(
                        SubmissionField.BUDGET,
                        Optional.ofNullable(row.getString(23)).map(Money::parse))
                .done();
    }

    /** A row of {@link #LANES}. */
    static LaneRecord lane(ResultSet row) throws SQLException {
        LaneId id = RowKeys.lane(row.getLong(1));
        var retry = new RetryPolicy(
                row.getInt(4), SqlTimes.duration(row.getLong(5)), row.getInt(6), SqlTimes.duration(row.getLong(7)));
        var limits = new ChainTimeLimits(
                SqlTimes.duration(row.getLong(8)),
                SqlTimes.duration(row.getLong(9)),
                SqlTimes.duration(row.getLong(10)));
        var spec = new LaneSpec(
                Capabilities.parse(row.getString(2)),
                new Amounts(row.getLong(17), row.getLong(18), row.getLong(19), CustomAmounts.parse(row.getString(21))),
                row.getInt(3),
                retry,
                limits,
                Delivery.valueOf(row.getString(11)),
                Payload.of(row.getBytes(12)),
                row.getString(20));
        return new LaneRecord(
                id, spec, new LaneTotals(row.getLong(13), row.getLong(14), row.getLong(15), row.getLong(16)));
    }

    /** A row of {@link #SESSIONS}. */
    static SessionRecord session(ResultSet row) throws SQLException {
        return new SessionRecord(
                new SessionId(row.getLong(1)),
                row.getString(2),
                row.getString(3),
                Capabilities.parse(row.getString(4)),
                row.getInt(5),
                SqlTimes.instant(row.getLong(6)),
                new ServerNumber(row.getLong(7)),
                new SessionIdentity(row.getString(8), row.getString(9), row.getString(10)));
    }

    static Optional<Long> number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }

    /** How names are compared without regard to case, in any language. */
    static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static SortedMap<String, String> labels(String text) {
        return SubmissionField.LABELS.type().read(text, Instant.EPOCH);
    }
}
