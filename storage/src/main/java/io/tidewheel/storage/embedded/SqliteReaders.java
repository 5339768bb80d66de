package io.tidewheel.storage.embedded;

import io.tidewheel.storage.sql.SqlConnection;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.TempStore;
import org.sqlite.SQLiteOpenMode;

/** A few connections that only read. Each step sees the database as the last commit before it left it, and holds up no commit. */
final class SqliteReaders implements AutoCloseable {
    private static final int MOST = 8;
    private static final int BUSY_MILLIS = 10_000;
    private static final int CACHE_KIBIBYTES = 4 * 1_024;
    /** Longer than a step may wait for the database. */
    private static final int LONGEST_STEP_SECONDS = 15;

    private final Path file;
    private final Semaphore free = new Semaphore(MOST, true);
    private final ConcurrentLinkedDeque<SqlConnection> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    SqliteReaders(Path file) {
        this.file = file;
    }

    <T> T run(SqliteWriter.Work<T> work) throws SQLException {
        free.acquireUninterruptibly();
        try {
            if (closed) throw new SQLException("the database is closed");
            var link = idle.pollFirst();
            return run(link == null ? open(file) : link, work);
        } finally {
            free.release();
        }
    }

    private <T> T run(SqlConnection link, SqliteWriter.Work<T> work) throws SQLException {
        boolean fine = false;
        try {
            var result = work.run(link);
            link.connection().rollback(); // lets go of the state it has seen
            fine = true;
            return result;
        } finally {
            if (fine && !closed) idle.addFirst(link);
            else link.close();
        }
    }

    /** A connection that only reads, and belongs to the caller. */
    static SqlConnection open(Path file) throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-CACHE_KIBIBYTES);
        config.setTempStore(TempStore.MEMORY);
        // One thread at a time uses it, which we and the driver see to: SQLite needs no locks of its own.
        config.resetOpenMode(SQLiteOpenMode.FULLMUTEX);
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        var connection = config.createConnection("jdbc:sqlite:" + file);
        connection.setAutoCommit(false);
        return new SqlConnection(connection);
    }

    /** Waits for the steps that are being done: whoever closes the database may remove its folder next, and a reader would write into it. */
    @Override
    public void close() {
        closed = true;
        try {
            if (free.tryAcquire(MOST, LONGEST_STEP_SECONDS, TimeUnit.SECONDS)) free.release(MOST);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        for (var link = idle.pollFirst(); link != null; link = idle.pollFirst()) {
            try {
                link.close();
            } catch (SQLException ignored) {
                // It only read.
            }
        }
    }
}
