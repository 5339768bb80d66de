package io.tidewheel.storage.postgres;

import io.tidewheel.storage.sql.SqlConnection;
import java.sql.Connection;
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

    /** How it comes to a connection. */
    @FunctionalInterface
    interface Opening {
        Connection open() throws SQLException;
    }

    private final PostgresConnections connections;
    private final Opening opening;
    private @Nullable SqlConnection link;
    private long primaryOfLink;
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
                return result;
            } catch (SQLException failed) {
                if (attempt == TRIES || !PostgresErrors.isPassing(failed)) {
                    giveUp(current);
                    throw failed;
                }
                current.connection().rollback();
                current.dropBatches();
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
        long primary = connections.primary().changes();
        if (current != null && primary != primaryOfLink) {
            giveUp(current);
            throw new SQLException("another host has become the primary", "08006");
        }
        if (current == null) {
            current = new SqlConnection(opening.open());
            primaryOfLink = connections.primary().changes();
            link = current;
        }
        return current;
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
