package io.tidewheel.storage.postgres;

import io.tidewheel.storage.sql.SqlConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The segments in which chains lie, and what is kept of each: partitions for stretches of run numbers. The last one is for all numbers behind,
 * so that no number is without a place. When a segment has become large or old, the numbers that are left in it are passed over, and new runs
 * go into the next; when all runs of a segment are forgotten, its tables are dropped. Used by one server at a time, on a connection of its own
 * without a transaction. Whatever it is in the middle of when it dies, the next one finds and finishes.
 */
final class ChainSegments {
    /**
     * When a segment is large, small, and old enough.
     *
     * @param large in bytes; only larger ones are left for the next whatever their age
     * @param small in bytes; smaller ones are not worth a segment of their own
     * @param calm numbers that were given out so long ago are used by now, or never
     */
    record SegmentLimits(long large, long small, Duration calm) {
        static final SegmentLimits DEFAULT = new SegmentLimits(256L << 20, 32L << 20, Duration.ofMinutes(2));
    }

    /** A segment: the runs in it, and since when its numbers have been given out, and all of them (0 if that is still to come). */
    record Segment(int number, long firstRun, long endRun, long begun, long passed) {
        String table(String of) {
            return of + "_" + number;
        }
    }

    private static final List<String> TABLES = List.of("chain", "outcome", "attempt", "log");
    /** A step that changes how tables hang together waits for those who read them, and makes all others wait meanwhile. */
    private static final String BRIEFLY = "SET LOCAL lock_timeout = '100ms'";

    private static final int FEWEST_RUNS = 64;
    private static final int MOST_RUNS = 1 << 20;
    /** A part of all that there is: so many segments there are at most of size, and as many of age. */
    private static final int PARTS = 8;

    private final SqlConnection link;
    private final SegmentLimits limits;

    ChainSegments(SqlConnection link, SegmentLimits limits) {
        this.link = link;
        this.limits = limits;
    }

    List<Segment> all() throws SQLException {
        return link.list(
                "SELECT number, first_run, end_run, COALESCE(begun, 0), COALESCE(passed, 0) FROM segment ORDER BY"
                        + " number",
                row -> new Segment(row.getInt(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5)));
    }

    private long lastRun() throws SQLException {
        return link.first("SELECT last_value FROM run_number", row -> row.getLong(1))
                .orElse(0L);
    }

    /** Looks whether a segment is to be begun or left. Returns those that there are then. */
    List<Segment> look(long nowMicros, Duration retention) throws SQLException {
        long last = lastRun();
        note(nowMicros, last);
        var known = all();
        if (last >= known.get(Math.max(0, known.size() - 2)).firstRun()) {
            extend(known, last);
            known = all();
        }
        leaveIfDue(known, last, nowMicros, retention);
        return known;
    }

    private void note(long nowMicros, long last) throws SQLException {
        link.update("UPDATE segment SET begun = ? WHERE begun IS NULL AND first_run <= ?", nowMicros, last + 1);
        link.update("UPDATE segment SET passed = ? WHERE passed IS NULL AND end_run <= ?", nowMicros, last + 1);
    }

    /** Gives the last segment, which is empty as a rule, an end, and puts another one behind it. */
    private void extend(List<Segment> known, long last) throws SQLException {
        var tail = known.getLast();
        long from = Math.max(tail.firstRun(), last >= tail.firstRun() ? last + 1 + FEWEST_RUNS * 16L : 0);
        long end = Math.min(from + width(known), tail.endRun() - 1);
        var next = new Segment(tail.number() + 1, end, tail.endRun(), 0, 0);
        inTransaction(() -> {
            link.run(BRIEFLY);
            for (var table : TABLES) {
                link.run("ALTER TABLE %s DETACH PARTITION %s".formatted(table, tail.table(table)));
                link.run("ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%d) TO (%d)"
                        .formatted(table, tail.table(table), tail.firstRun() << 31, end << 31));
                link.run("CREATE TABLE %s PARTITION OF %s FOR VALUES FROM (%d) TO (MAXVALUE)"
                        .formatted(next.table(table), table, end << 31));
            }
            // Keys come in order.
            link.run("ALTER INDEX %s_pkey SET (fillfactor = 100)".formatted(next.table("chain")));
            link.update("UPDATE segment SET end_run = ? WHERE number = ?", end, tail.number());
            link.update(
                    "INSERT INTO segment (number, first_run, end_run) VALUES (?, ?, ?)",
                    next.number(),
                    next.firstRun(),
                    next.endRun());
        });
    }

    /** Many more than the last complete one if its runs were so small that it has not become large; else fewer, so that few are passed over. */
    private long width(List<Segment> known) throws SQLException {
        Optional<Segment> complete =
                known.stream().filter(each -> each.passed() > 0).reduce((_, later) -> later);
        if (complete.isEmpty()) return FEWEST_RUNS;
        long had = complete.get().endRun()
                - Math.max(complete.get().firstRun(), complete.get().endRun() - MOST_RUNS);
        return Math.clamp(bytes(complete.get()) < limits.small ? had * PARTS : had / PARTS, FEWEST_RUNS, MOST_RUNS);
    }

    private void leaveIfDue(List<Segment> known, long last, long nowMicros, Duration retention) throws SQLException {
        var current = known.stream()
                .filter(each -> each.firstRun() <= last && last + 1 < each.endRun())
                .findFirst();
        if (current.isEmpty() || current.get().equals(known.getLast())) return;
        long size = bytes(current.get());
        if (size < limits.small) return;
        long all = 0;
        for (var each : known) all += bytes(each);
        long age = current.get().begun() == 0 ? 0 : nowMicros - current.get().begun();
        boolean old = age * 1_000 >= retention.toNanos() / PARTS;
        if (!old && (size < limits.large || size < all / PARTS)) return;
        long left = current.get().endRun() - 1 - last;
        // One by one: a number that another server is given at this moment is not given out twice.
        link.first("SELECT max(nextval('run_number')) FROM generate_series(1, ?)", row -> row.getLong(1), left);
    }

    private long bytes(Segment segment) throws SQLException {
        long bytes = 0;
        for (var table : TABLES) {
            bytes += link.first(
                            "SELECT COALESCE(pg_total_relation_size(to_regclass(?)), 0)",
                            row -> row.getLong(1),
                            segment.table(table))
                    .orElse(0L);
        }
        return bytes;
    }

    /** True if all its runs will be forgotten soon, so that removing what some have left would be work for nothing. */
    boolean endsSoon(Segment segment, long finishedBefore) throws SQLException {
        return segment.passed() > 0
                && link.first(
                                "SELECT 1 FROM run WHERE id >= ? AND id < ? AND (finished IS NULL OR finished >= ?)"
                                        + " LIMIT 1",
                                _ -> true,
                                segment.firstRun(),
                                segment.endRun(),
                                finishedBefore)
                        .isEmpty();
    }

    /** True if no run is in it, and none will ever be. */
    boolean isOver(Segment segment, long nowMicros) throws SQLException {
        return segment.passed() > 0
                && (nowMicros - segment.passed()) * 1_000 >= limits.calm.toNanos()
                && link.first(
                                "SELECT 1 FROM run WHERE id >= ? AND id < ? LIMIT 1",
                                _ -> true,
                                segment.firstRun(),
                                segment.endRun())
                        .isEmpty();
    }

    /** Removes a segment with all that is in it, without holding up anybody, and returns how many chains that were. */
    long drop(Segment segment) throws SQLException {
        for (var table : TABLES) drop(table, segment.table(table));
        var chains = new long[1];
        inTransaction(() -> {
            chains[0] = link.first(
                            "SELECT COALESCE(SUM(chains - swept), 0) FROM doomed WHERE run >= ? AND run < ?",
                            row -> row.getLong(1),
                            segment.firstRun(),
                            segment.endRun())
                    .orElse(0L);
            link.update("DELETE FROM doomed WHERE run >= ? AND run < ?", segment.firstRun(), segment.endRun());
            link.update("DELETE FROM segment WHERE number = ?", segment.number());
        });
        return chains[0];
    }

    private void drop(String parent, String table) throws SQLException {
        var pending = link.first(
                "SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = to_regclass(?)",
                row -> row.getBoolean(1),
                table);
        if (pending.isPresent()) {
            link.run("ALTER TABLE %s DETACH PARTITION %s %s"
                    .formatted(parent, table, pending.get() ? "FINALIZE" : "CONCURRENTLY"));
        }
        link.run("DROP TABLE IF EXISTS " + table);
    }

    /** What is done in a transaction of its own. */
    @FunctionalInterface
    private interface Change {
        void make() throws SQLException;
    }

    private void inTransaction(Change change) throws SQLException {
        link.connection().setAutoCommit(false);
        try {
            change.make();
            link.connection().commit();
        } catch (SQLException failed) {
            link.connection().rollback();
            throw failed;
        } finally {
            link.connection().setAutoCommit(true);
        }
    }
}
