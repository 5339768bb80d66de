package io.tidewheel.storage.postgres;

import io.tidewheel.storage.sql.SqlConnection;
import java.sql.SQLException;
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

    private static final int TRIES = 5;

    private final PostgresConnections connections;
    private @Nullable SqlConnection link;
    private boolean closed;

    PostgresWriter(PostgresConnections connections) {
        this.connections = connections;
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
            } catch (RuntimeException | OutOfMemoryError failed) {
                giveUp(current);
                throw failed;
            }
        }
    }

    private SqlConnection link() throws SQLException {
        if (closed) throw new SQLException("the database is closed");
        var current = link;
        if (current == null) {
            current = new SqlConnection(connections.forCommits());
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
