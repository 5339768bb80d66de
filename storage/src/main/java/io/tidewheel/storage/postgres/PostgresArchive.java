package io.tidewheel.storage.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tidewheel.storage.sql.SqlArchive;
import io.tidewheel.storage.sql.SqlConnection;
import java.sql.Connection;
import java.sql.SQLException;

/** Answers from a small pool of connections. */
final class PostgresArchive extends SqlArchive implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 8;
    private static final int IDLE_CONNECTIONS = 1;
    private static final long MILLIS_TO_CONNECT = 10_000;

    private final HikariDataSource pool;

    PostgresArchive(PostgresConnections connections) {
        var config = new HikariConfig();
        config.setPoolName("tidewheel-archive");
        config.setJdbcUrl(connections.address().jdbcUrl());
        config.setDataSourceProperties(connections.properties(true));
        config.setMaximumPoolSize(MOST_CONNECTIONS);
        config.setMinimumIdle(IDLE_CONNECTIONS);
        config.setConnectionTimeout(MILLIS_TO_CONNECT);
        config.setInitializationFailTimeout(-1);
        config.setConnectionInitSql(PostgresConnections.SETTINGS);
        config.setAutoCommit(false);
        config.setIsolateInternalQueries(true); // else the settings above would leave a transaction open
        // All statements of one answer see the same state.
        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        config.setReadOnly(true);
        pool = new HikariDataSource(config);
    }

    @Override
    protected <T> T read(String name, Step<T> step) {
        try (var connection = pool.getConnection()) {
            try {
                return step.run(new SqlConnection(connection));
            } finally {
                connection.rollback();
            }
        } catch (SQLException failed) {
            throw PostgresErrors.failure(name, failed);
        }
    }

    @Override
    protected <T> T write(String name, Step<T> step) {
        try (var connection = pool.getConnection()) {
            connection.rollback(); // how it behaves can only be changed between two transactions
            connection.setReadOnly(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            var result = step.run(new SqlConnection(connection));
            connection.commit();
            return result;
        } catch (SQLException failed) {
            throw PostgresErrors.failure(name, failed);
        }
    }

    @Override
    protected String lock() {
        return " FOR UPDATE SKIP LOCKED";
    }

    @Override
    public void close() {
        pool.close();
    }
}
