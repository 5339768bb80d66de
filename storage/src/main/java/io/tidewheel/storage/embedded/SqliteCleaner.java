package io.tidewheel.storage.embedded;

import io.tidewheel.model.StoreCleaner;
import io.tidewheel.storage.sql.RunRemoval;
import io.tidewheel.storage.sql.SqlConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/**
 * Works between two commits of the engine, for some milliseconds at a time. What a step may do is found out by doing it: half as much next
 * time if it took too long, more if it was quick. Pages that have become free beyond what the next runs will fill are given back, from the
 * end of the file.
 */
final class SqliteCleaner implements StoreCleaner {
    private static final int REST = 2;
    private static final long LONGEST_STEP_NANOS = 8_000_000;
    private static final int LEAST_CHAINS = 500;
    private static final int MOST_CHAINS = 20_000;
    private static final int LEAST_PAGES = 25;
    private static final int MOST_PAGES = 1_000;
    /** How many free pages are kept, or a tenth of the file if that is more: new rows take them at once. */
    private static final int FREE_PAGES = 2_000;

    private final SqliteWriter writer;
    private int chains = 4_000;
    private int pages = 100;

    SqliteCleaner(SqliteWriter writer) {
        this.writer = writer;
    }

    @Override
    public int rest() {
        return REST;
    }

    @Override
    public CleaningStep clean(Instant now, Duration retention) {
        try {
            int hidden = writer.run(link -> new RunRemoval(link, false).hide(now.minus(retention)));
            long swept = sweep();
            if (hidden > 0 || swept >= 0) return new CleaningStep(hidden, Math.max(0, swept), true);
            return new CleaningStep(0, 0, shrink());
        } catch (SQLException failed) {
            throw SqliteErrors.failure("remove old runs", failed);
        }
    }

    private long sweep() throws SQLException {
        return writer.run(link -> {
            long start = System.nanoTime();
            long swept = new RunRemoval(link, false).sweep(0, Long.MAX_VALUE, chains);
            if (swept > 0) chains = next(chains, System.nanoTime() - start, LEAST_CHAINS, MOST_CHAINS);
            return swept;
        });
    }

    private static int next(int now, long took, int least, int most) {
        int better = took > LONGEST_STEP_NANOS ? now / 2 : took < LONGEST_STEP_NANOS / 2 ? now + now / 4 : now;
        return Math.clamp(better, least, most);
    }

    /** True if there is still something to give back. */
    private boolean shrink() throws SQLException {
        return writer.run(link -> {
            if (number(link, "PRAGMA auto_vacuum") != 2) return false; // a large file of an earlier version
            long free = spare(link);
            if (free <= 0) return false;
            long start = System.nanoTime();
            try (var statement = link.connection().createStatement()) {
                // Not execute(): that would give back one page and wait to be asked for the next.
                statement.executeUpdate("PRAGMA incremental_vacuum(" + Math.min(free, pages) + ")");
            }
            pages = next(pages, System.nanoTime() - start, LEAST_PAGES, MOST_PAGES);
            return spare(link) > 0;
        });
    }

    private static long spare(SqlConnection link) throws SQLException {
        long all = number(link, "PRAGMA page_count");
        return number(link, "PRAGMA freelist_count") - Math.max(FREE_PAGES, all / 10);
    }

    static long number(SqlConnection link, String question) throws SQLException {
        return link.first(question, row -> row.getLong(1)).orElse(0L);
    }
}
