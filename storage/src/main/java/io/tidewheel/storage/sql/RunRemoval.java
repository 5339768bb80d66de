package io.tidewheel.storage.sql;

import io.tidewheel.model.RunId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/**
 * Removes finished runs. First a run disappears from sight, then what belongs to it is removed little by little: a run of a million chains
 * would hold up the engine for seconds.
 */
final class RunRemoval {
    private static final int CHAINS_AT_ONCE = 10_000;
    private static final int LEAST_WORK_PER_RUN = 500;
    private static final int LOGS_AT_ONCE = 2_000;

    /** A run that nobody sees any more, and how many of its chains are swept away. */
    private record Doomed(long run, long chains, long swept) {}

    private final SqlConnection link;
    private final String lock;

    /** {@code lock} is what makes a SELECT pass over rows that another server works on; empty if there is none. */
    RunRemoval(SqlConnection link, String lock) {
        this.link = link;
        this.lock = lock;
    }

    /** Returns how many runs it has worked on. */
    int run(Instant finishedBefore, int limit) throws SQLException {
        var runs = new TreeSet<Long>();
        hide(finishedBefore, limit, runs);
        sweep(runs);
        return runs.size();
    }

    /** Where rows are locked there are other servers, and keepers. */
    private boolean shared() {
        return !lock.isEmpty();
    }

    private void hide(Instant finishedBefore, int limit, Set<Long> runs) throws SQLException {
        var old = link.list(
                "SELECT id FROM run WHERE finished < ? AND state >= 4 ORDER BY finished LIMIT ?" + lock,
                row -> new RunId(row.getLong(1)),
                SqlTimes.micros(finishedBefore),
                limit);
        for (var run : old) hide(run);
        old.forEach(run -> runs.add(run.number()));
    }

    private void hide(RunId run) throws SQLException {
        long from = RowKeys.of(run, 0);
        long to = RowKeys.end(run);
        link.update(
                "INSERT INTO doomed (run, chains, swept) SELECT ?, COALESCE(SUM(added), 0), 0 FROM tally WHERE lane >="
                        + " ? AND lane < ?",
                run.number(),
                from,
                to);
        link.update("DELETE FROM tally WHERE lane >= ? AND lane < ?", from, to);
        link.update("DELETE FROM lane WHERE run = ?", run.number());
        link.update("DELETE FROM run_label WHERE run = ?", run.number());
        link.update("DELETE FROM run_text WHERE run = ?", run.number());
        link.update("DELETE FROM run_document WHERE run = ?", run.number());
        link.update("DELETE FROM run_course WHERE run = ?", run.number());
        if (shared()) link.update("DELETE FROM run_note WHERE run = ?", run.number());
        if (shared()) link.update("DELETE FROM run_keeper WHERE run = ?", run.number());
        link.update("DELETE FROM run WHERE id = ?", run.number());
    }

    private void sweep(Set<Long> runs) throws SQLException {
        long left = CHAINS_AT_ONCE;
        while (left > 0) {
            var next = link.first(
                    "SELECT run, chains, swept FROM doomed ORDER BY run LIMIT 1" + lock,
                    row -> new Doomed(row.getLong(1), row.getLong(2), row.getLong(3)));
            if (next.isEmpty()) return;
            runs.add(next.get().run);
            left -= Math.max(LEAST_WORK_PER_RUN, sweep(next.get(), left));
        }
    }

    /** Returns how much work it was, in chains. */
    private long sweep(Doomed run, long atMost) throws SQLException {
        boolean rest = run.chains - run.swept <= atMost;
        long from = RowKeys.of(new RunId(run.run), (int) run.swept);
        long to = rest ? RowKeys.end(new RunId(run.run)) : from + atMost;
        int logs = link.update(
                "DELETE FROM log WHERE id IN (SELECT id FROM log WHERE chain >= ? AND chain < ? LIMIT ?)",
                from,
                to,
                LOGS_AT_ONCE);
        if (logs == LOGS_AT_ONCE) return CHAINS_AT_ONCE; // there may be more of them: next time
        link.update("DELETE FROM attempt WHERE chain >= ? AND chain < ?", from, to);
        link.update("DELETE FROM outcome WHERE chain >= ? AND chain < ?", from, to);
        link.update("DELETE FROM chain WHERE id >= ? AND id < ?", from, to);
        if (rest) link.update("DELETE FROM doomed WHERE run = ?", run.run);
        else link.update("UPDATE doomed SET swept = ? WHERE run = ?", run.swept + atMost, run.run);
        return Math.min(atMost, run.chains - run.swept);
    }
}
