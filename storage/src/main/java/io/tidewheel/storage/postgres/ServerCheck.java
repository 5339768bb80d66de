package io.tidewheel.storage.postgres;

import io.tidewheel.model.StoreFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import org.postgresql.PGConnection;

/** What must be true of a PostgreSQL, and of the way to it, before anything is done there. */
final class ServerCheck {
    private static final int OLDEST = 14;
    /** A pooler that gives each transaction another connection does so at one of a few. */
    private static final int TRIES = 6;

    private ServerCheck() {}

    static void check(PostgresConnections connections) throws SQLException {
        try (var first = connections.forCheck()) {
            int version = first.getMetaData().getDatabaseMajorVersion();
            if (version < OLDEST)
                throw new StoreFailure("%s is PostgreSQL %d: version %d or newer is needed"
                        .formatted(connections.address(), version, OLDEST));
            if (isPooled(first)) refuseIfByTransaction(connections, first);
        }
    }

    /** A pooler makes up the process that it names when a connection begins. */
    private static boolean isPooled(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getBackendPID() != process(connection);
    }

    private static long process(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT pg_backend_pid()")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** While others hold a transaction each, the first one gets another process than before, unless it has one of its own. */
    private static void refuseIfByTransaction(PostgresConnections connections, Connection first) throws SQLException {
        var others = new ArrayList<Connection>();
        try {
            long before = process(first);
            for (int i = 0; i < TRIES; i++) {
                var other = connections.forCheck();
                others.add(other);
                other.setAutoCommit(false);
                if (process(other) == before || process(first) != before) throw refusal(connections);
            }
        } finally {
            others.forEach(PrimaryFinder::closeQuietly);
        }
    }

    private static StoreFailure refusal(PostgresConnections connections) {
        return new StoreFailure(
                ("%s leads through a pooler that gives each transaction another connection: servers tell each other"
                    + " what has changed, and hold their names, on connections of their own. Give this database"
                    + " pool_mode = session in the pooler (pgbouncer: in the line of the database), or give the"
                    + " address of the database itself")
                        .formatted(connections.address()));
    }
}
