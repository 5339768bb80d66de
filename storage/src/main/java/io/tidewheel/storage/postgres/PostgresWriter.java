package io.tidewheel.storage.postgres;

import io.tidewheel.storage.postgres.PostgresConnections.Opening;
import io.tidewheel.storage.sql.SqlConnection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The connection of the engine's commits. After a failure it is given up, and the next step opens another: a database that was restarted or
 * has moved is found again.
 */
final class PostgresWriter implements AutoCloseable {
    /** What is done in one transaction. */
    @FunctionalInterface
    interface Work<T> {
        T run(SqlConnection link) throws SQLException;
    }

    /** How often a step is tried: enough to do it although every other try meets another server. */
    private static final int TRIES = 20;

    private static final long LONGEST_PAUSE_NANOS = 50_000_000;
    /** So often a primary may be replaced while a connection to it is opened. */
    private static final int TRIES_TO_OPEN = 3;

    private final PostgresConnections connections;
    private final Opening opening;
    private @Nullable SqlConnection link;
    private boolean closed;

    PostgresWriter(PostgresConnections connections, Opening opening) {
        this.connections = connections;
        this.opening = opening;
    }

    /** Does the work as one transaction, durable when it returns; {@code null} rolls back. */
    synchronized <T extends @Nullable Object> T run(Work<T> work) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            var current = link();
            try {
                T result = work.run(current);
                if (result == null) current.connection().rollback();
                else current.connection().commit();
                // What the old primary has said meanwhile is not worth anything.
                if (!isPresent(current)) throw PrimaryFinder.replaced();
                return result;
            } catch (SQLException failed) {
                if (attempt == TRIES || !PostgresErrors.isPassing(failed)) {
                    giveUp(current);
                    throw failed;
                }
                undo(current);
                // Who was in the way may be so again, unless one of both waits for a while.
                long longest = Math.min(LONGEST_PAUSE_NANOS, 500_000L << attempt);
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest));
            } catch (RuntimeException | OutOfMemoryError failed) {
                giveUp(current);
                throw failed;
            }
        }
    }

    private SqlConnection link() throws SQLException {
        if (closed) throw new SQLException("the database is closed");
        var current = link;
        if (current != null) {
            if (isPresent(current)) return current;
            giveUp(current);
            throw PrimaryFinder.replaced();
        }
        for (int i = 0; i < TRIES_TO_OPEN; i++) {
            var opened = new SqlConnection(opening.open());
            if (isPresent(opened)) {
                link = opened;
                return opened;
            }
            giveUp(opened);
        }
        throw PrimaryFinder.replaced();
    }

    private boolean isPresent(SqlConnection opened) throws SQLException {
        return connections.primary().isPresent(opened.connection());
    }

    private void undo(SqlConnection current) throws SQLException {
        try {
            current.connection().rollback();
            current.dropBatches();
        } catch (SQLException broken) {
            giveUp(current);
            throw broken;
        }
    }

    private void giveUp(SqlConnection failed) {
        link = null;
        try {
            failed.connection().rollback();
        } catch (SQLException ignored) {
            // The connection is broken: the database has rolled back, or will when it notices.
        }
        try {
            failed.close();
        } catch (SQLException ignored) {
            // Nothing more can be done about it.
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        var current = link;
        if (current != null) giveUp(current);
    }
}
