package io.tidewheel.storage.embedded;

import io.tidewheel.storage.sql.SqlConnection;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TempStore;
import org.sqlite.SQLiteOpenMode;

/**
 * The one connection that writes. It is the engine's; now and then a token is added or revoked in between. After a failure the connection is
 * given up and the next step opens another, so that nothing half-done is left in it.
 */
final class SqliteWriter implements AutoCloseable {
    /** What is done in one transaction. */
    @FunctionalInterface
    interface Work<T> {
        T run(SqlConnection link) throws SQLException;
    }

    private static final int BUSY_MILLIS = 10_000;
    private static final int CACHE_KIBIBYTES = 64 * 1_024;
    private static final int PAGES_BETWEEN_CHECKPOINTS = 4_000;
    /** The largest file of an earlier version, in pages of 4 KiB, that is written anew so that it can shrink. */
    private static final long PAGES_WRITTEN_ANEW = 16_000;

    private static final int LARGEST_IDLE_JOURNAL = 64 << 20;

    private final Path file;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable SqlConnection link;
    private boolean closed;
    private @Nullable SQLException broken;

    SqliteWriter(Path file) {
        this.file = file;
    }

    /** Does the work as one transaction, on the disk when it returns. {@code null} rolls back. */
    <T extends @Nullable Object> T run(Work<T> work) throws SQLException {
        turn.lock();
        try {
            var current = link();
            try {
                T result = work.run(current);
                if (result == null) current.connection().rollback();
                else current.connection().commit();
                return result;
            } catch (SQLException | RuntimeException | OutOfMemoryError failed) {
                giveUp(current);
                if (failed instanceof SQLException error && SqliteErrors.isBrokenDisk(error)) broken = error;
                throw failed;
            }
        } finally {
            turn.unlock();
        }
    }

    /**
     * Lets the file give free pages back. Files of earlier versions could not; one is written anew for that, once, if that is quickly done:
     * what is in it is little, or has become little.
     */
    void makeShrinkable() throws SQLException {
        turn.lock();
        try {
            var current = link();
            long used = SqliteCleaner.number(current, "PRAGMA page_count")
                    - SqliteCleaner.number(current, "PRAGMA freelist_count");
            boolean can = SqliteCleaner.number(current, "PRAGMA auto_vacuum") == 2;
            current.connection().rollback();
            if (can || used > PAGES_WRITTEN_ANEW) return;
            current.connection().setAutoCommit(true); // no transaction can be open for that
            current.run("PRAGMA auto_vacuum = INCREMENTAL");
            current.run("VACUUM");
            current.connection().setAutoCommit(false);
        } finally {
            turn.unlock();
        }
    }

    private SqlConnection link() throws SQLException {
        if (closed) throw new SQLException("the database is closed");
        if (broken != null) {
            throw new SQLException(
                    "the disk has failed before, so what it says is not trusted: restart the server", broken);
        }
        var current = link;
        if (current == null) {
            current = open();
            link = current;
        }
        return current;
    }

    private SqlConnection open() throws SQLException {
        var config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-CACHE_KIBIBYTES);
        config.setTempStore(TempStore.MEMORY);
        config.setWalAutocheckpoint(PAGES_BETWEEN_CHECKPOINTS);
        config.setJournalSizeLimit(LARGEST_IDLE_JOURNAL);
        config.setGetGeneratedKeys(false);
        // One thread at a time uses it, which we and the driver see to: SQLite needs no locks of its own.
        config.resetOpenMode(SQLiteOpenMode.FULLMUTEX);
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        var connection = config.createConnection("jdbc:sqlite:" + file);
        connection.setAutoCommit(false);
        return new SqlConnection(connection);
    }

    /** The driver cannot tell whether SQLite has rolled back by itself; a new connection begins with a clear mind. */
    private void giveUp(SqlConnection failed) {
        link = null;
        try {
            failed.connection().rollback();
        } catch (SQLException ignored) {
            // It had rolled back already, or it cannot: closing ends the transaction either way.
        }
        try {
            failed.close();
        } catch (SQLException ignored) {
            // Nothing more can be done about it.
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            closed = true;
            var current = link;
            if (current != null) giveUp(current);
        } finally {
            turn.unlock();
        }
    }
}
