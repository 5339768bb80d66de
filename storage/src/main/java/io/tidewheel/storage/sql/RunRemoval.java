package io.tidewheel.storage.sql;

import io.tidewheel.model.RunId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes finished runs, inside a transaction. First a run disappears from sight and is noted as doomed; then the rows of its chains are
 * removed by ranges of their keys, some thousands at a time.
 */
public final class RunRemoval {
    private static final int RUNS_AT_ONCE = 200;
    /** What a run costs whatever it has, in chains. */
    private static final int COST_OF_RUN = 20;
    /** Rows of output are large. */
    private static final int LOGS_AT_ONCE = 1_000;

    private static final String NOTE_DOOMED =
            "INSERT INTO doomed (run, chains, swept) SELECT ?, COALESCE(SUM(added), 0), 0 FROM tally WHERE lane >= ?"
                    + " AND lane < ?";
    private static final String FORGET_TOTALS = "DELETE FROM tally WHERE lane >= ? AND lane < ?";
    private static final List<String> OF_A_RUN = List.of("lane", "run_label", "run_text", "run_document", "run_course");
    private static final List<String> OF_A_SHARED_RUN = List.of("run_note", "run_keeper");
    private static final String FORGET_RUN = "DELETE FROM run WHERE id = ?";
    /** The tables with rows of each chain, and the column with its key. The first says that the chain has ended: it goes last. */
    private static final List<String> FORGET_CHAINS = List.of(
            "DELETE FROM log WHERE chain >= ? AND chain < ?",
            "DELETE FROM attempt WHERE chain >= ? AND chain < ?",
            "DELETE FROM chain WHERE id >= ? AND id < ?",
            "DELETE FROM outcome WHERE chain >= ? AND chain < ?");

    /** A run that nobody sees any more, and how many of its chains are swept away. */
    private record Doomed(long run, long chains, long swept) {
        long left() {
            return Math.max(0, chains - swept);
        }
    }

    private final SqlConnection link;
    private final boolean shared;

    /** {@code shared} says whether there may be other servers, whose notes about a run go with it. */
    public RunRemoval(SqlConnection link, boolean shared) {
        this.link = link;
        this.shared = shared;
    }

    /** Takes runs out of sight, oldest first, and returns how many. */
    public int hide(Instant finishedBefore) throws SQLException {
        var old = link.list(
                "SELECT id FROM run WHERE finished < ? AND state >= 4 ORDER BY finished LIMIT ?",
                row -> row.getLong(1),
                SqlTimes.micros(finishedBefore),
                RUNS_AT_ONCE);
        if (old.isEmpty()) return 0;
        forEachRange(NOTE_DOOMED, old, true);
        forEachRange(FORGET_TOTALS, old, false);
        for (var table : OF_A_RUN) forEach("DELETE FROM " + table + " WHERE run = ?", old);
        if (shared) for (var table : OF_A_SHARED_RUN) forEach("DELETE FROM " + table + " WHERE run = ?", old);
        forEach(FORGET_RUN, old);
        return old.size();
    }

    public static boolean isFull(int hidden) {
        return hidden == RUNS_AT_ONCE;
    }

    private void forEach(String sql, List<Long> runs) throws SQLException {
        for (long run : runs) link.batch(sql, run);
        link.runBatch(sql);
    }

    private void forEachRange(String sql, List<Long> runs, boolean withRun) throws SQLException {
        for (long run : runs) {
            long from = RowKeys.of(new RunId(run), 0);
            long to = RowKeys.end(new RunId(run));
            if (withRun) link.batch(sql, run, from, to);
            else link.batch(sql, from, to);
        }
        link.runBatch(sql);
    }

    /** Sweeps away chains of doomed runs from one number up to another, and returns how many; below 0 if there is nothing to sweep. */
    public long sweep(long firstRun, long endRun, long atMost) throws SQLException {
        var doomed = link.list(
                "SELECT run, chains, swept FROM doomed WHERE run >= ? AND run < ? ORDER BY run LIMIT ?",
                row -> new Doomed(row.getLong(1), row.getLong(2), row.getLong(3)),
                firstRun,
                endRun,
                RUNS_AT_ONCE);
        if (doomed.isEmpty()) return -1;
        long swept = 0;
        long cost = 0;
        for (var run : doomed) {
            if (cost >= atMost) break;
            long done = sweep(run, atMost - cost);
            swept += done;
            cost += COST_OF_RUN + done;
        }
        return swept;
    }

    private long sweep(Doomed run, long atMost) throws SQLException {
        boolean rest = run.left() <= atMost;
        long from = RowKeys.of(new RunId(run.run), (int) run.swept);
        long to = rest ? RowKeys.end(new RunId(run.run)) : from + atMost;
        long cut = fewerLogs(from, to);
        boolean whole = rest && cut == to;
        for (var sql : FORGET_CHAINS) link.update(sql, from, cut);
        if (whole) {
            link.update("DELETE FROM doomed WHERE run = ?", run.run);
            return run.left();
        }
        link.update("UPDATE doomed SET swept = ? WHERE run = ?", run.swept + cut - from, run.run);
        return cut - from;
    }

    /** Where the range is to end so that not too much output goes at once; at least one chain's does. */
    private long fewerLogs(long from, long to) throws SQLException {
        var key = new ArrayList<>(link.list(
                "SELECT chain FROM log WHERE chain >= ? AND chain < ? ORDER BY chain LIMIT 1 OFFSET ?",
                row -> row.getLong(1),
                from,
                to,
                LOGS_AT_ONCE));
        return key.isEmpty() ? to : key.getFirst() + 1;
    }
}
