package io.tidewheel.storage.sql;

import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.Payload;
import io.tidewheel.model.QueuedNotice;
import io.tidewheel.model.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The record of notices in SQL that both databases understand, on the connections of an archive. */
public final class SqlNoticeStore implements NoticeStore {
    private static final String ADD = """
        INSERT INTO notice (target, id, body, attempts, due, state) VALUES (?, ?, ?, ?, ?, 0)
            ON CONFLICT (target, id) DO NOTHING
        """;
    private static final String KNOWN = "SELECT 1 FROM notice WHERE target = ? AND id = ?";
    private static final String WAITING = "SELECT target, COUNT(*) FROM notice WHERE state = 0 GROUP BY target";
    private static final String DUE = """
        SELECT target, id, body, attempts, due FROM notice WHERE target = ? AND state = 0 AND due <= ?
         ORDER BY due, id LIMIT ?
        """;
    private static final String UNTIL = "UPDATE notice SET due = ? WHERE target = ? AND id = ?";
    private static final String POSTPONE =
            "UPDATE notice SET attempts = attempts + 1, due = ? WHERE target = ? AND id = ? AND state = 0";
    private static final String SETTLE =
            "UPDATE notice SET state = 1, due = ? WHERE target = ? AND id = ? AND state = 0";
    private static final String OLDEST =
            "SELECT target, id FROM notice WHERE state = 1 AND due < ? ORDER BY due LIMIT ?";
    private static final String FORGET = "DELETE FROM notice WHERE target = ? AND id = ?";
    private static final String LAST_END =
            "SELECT finished FROM run WHERE state >= 4 AND finished IS NOT NULL ORDER BY finished DESC LIMIT 1";
    /** The condition on the state is that of the index. */
    private static final String ENDED = """
        SELECT id, finished FROM run WHERE state >= 4 AND (finished > ? OR (finished = ? AND id > ?))
         ORDER BY finished, id LIMIT ?
        """;

    private final SqlArchive archive;

    public SqlNoticeStore(SqlArchive archive) {
        this.archive = archive;
    }

    @Override
    public int add(List<QueuedNotice> notices, int mostWaiting) {
        if (notices.isEmpty()) return 0;
        return archive.write("keep %d notices".formatted(notices.size()), link -> {
            var waiting = waiting(link);
            int leftOut = 0;
            for (var notice : notices) {
                if (link.first(KNOWN, _ -> true, notice.target(), notice.id()).isPresent()) continue;
                if (waiting.getOrDefault(notice.target(), 0) >= mostWaiting) {
                    leftOut++;
                    continue;
                }
                link.update(
                        ADD,
                        notice.target(),
                        notice.id(),
                        notice.body().bytes(),
                        notice.attempts(),
                        SqlTimes.micros(notice.due()));
                waiting.merge(notice.target(), 1, Integer::sum);
            }
            return leftOut;
        });
    }

    @Override
    public List<QueuedNotice> claim(String target, Instant now, Instant until, int limit) {
        return archive.write("look for notices for " + target, link -> {
            var due = link.list(
                    DUE + archive.lock(),
                    SqlNoticeStore::notice,
                    List.of(target, SqlTimes.micros(now), Math.max(0, limit)));
            for (var notice : due) link.update(UNTIL, SqlTimes.micros(until), notice.target(), notice.id());
            return due;
        });
    }

    private static QueuedNotice notice(ResultSet row) throws SQLException {
        return new QueuedNotice(
                row.getString(1),
                row.getString(2),
                Payload.of(row.getBytes(3)),
                row.getInt(4),
                SqlTimes.instant(row.getLong(5)));
    }

    @Override
    public void postpone(QueuedNotice notice, Instant due) {
        archive.write(
                "postpone a notice", link -> link.update(POSTPONE, SqlTimes.micros(due), notice.target(), notice.id()));
    }

    @Override
    public void settle(QueuedNotice notice, Instant at) {
        archive.write(
                "settle a notice", link -> link.update(SETTLE, SqlTimes.micros(at), notice.target(), notice.id()));
    }

    @Override
    public Map<String, Integer> waiting() {
        return archive.read("count notices", SqlNoticeStore::waiting);
    }

    private static Map<String, Integer> waiting(SqlConnection link) throws SQLException {
        var waiting = new HashMap<String, Integer>();
        link.each(WAITING, row -> {
            waiting.put(row.getString(1), row.getInt(2));
            return true;
        });
        return waiting;
    }

    @Override
    public int forget(Instant settledBefore, int limit) {
        return archive.write("forget notices", link -> {
            record Known(String target, String id) {}
            var old = link.list(
                    OLDEST,
                    row -> new Known(row.getString(1), row.getString(2)),
                    List.of(SqlTimes.micros(settledBefore), limit));
            for (var known : old) link.update(FORGET, known.target(), known.id());
            return old.size();
        });
    }

    @Override
    public Optional<Instant> lastEnd() {
        return archive.read(
                "look for the run that ended last",
                link -> link.first(LAST_END, row -> SqlTimes.instant(row.getLong(1))));
    }

    @Override
    public List<EndedRun> ended(Instant since, RunId after, int limit) {
        long micros = SqlTimes.micros(since);
        return archive.read(
                "look for runs that have ended",
                link -> link.list(
                        ENDED,
                        row -> new EndedRun(new RunId(row.getLong(1)), SqlTimes.instant(row.getLong(2))),
                        List.of(micros, micros, after.number(), limit)));
    }
}
