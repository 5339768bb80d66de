package io.tidewheel.storage.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tidewheel.storage.sql.SqlArchive;
import io.tidewheel.storage.sql.SqlConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Answers from a small pool of connections. */
final class PostgresArchive extends SqlArchive implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 8;
    private static final int IDLE_CONNECTIONS = 1;
    private static final long MILLIS_TO_CONNECT = 4_500;

    private final PostgresConnections connections;
    private final HikariDataSource pool;
    private final AtomicLong primary = new AtomicLong();

    PostgresArchive(PostgresConnections connections) {
        this.connections = connections;
        var config = new HikariConfig();
        config.setPoolName("tidewheel-archive");
        config.setDataSource(new PrimaryDataSource(connections));
        config.setMaximumPoolSize(MOST_CONNECTIONS);
        config.setMinimumIdle(IDLE_CONNECTIONS);
        config.setConnectionTimeout(MILLIS_TO_CONNECT);
        config.setValidationTimeout(MILLIS_TO_CONNECT / 2);
        config.setInitializationFailTimeout(-1);
        config.setAutoCommit(false);
        config.setIsolateInternalQueries(true); // else the settings above would leave a transaction open
        // All statements of one answer see the same state.
        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        config.setReadOnly(true);
        pool = new HikariDataSource(config);
    }

    private Connection connection() throws SQLException {
        long now = connections.primary().changes();
        long before = primary.getAndSet(now);
        if (now != before) pool.getHikariPoolMXBean().softEvictConnections();
        return pool.getConnection();
    }

    @Override
    protected <T> T read(String name, Step<T> step) {
        try {
            return read(step);
        } catch (SQLException failed) {
            throw PostgresErrors.failure(name, failed);
        }
    }

    /** A connection that lay idle may have been ended by a database that is back meanwhile; who only reads can ask again. */
    private <T> T read(Step<T> step) throws SQLException {
        try {
            return readOnce(step);
        } catch (SQLException failed) {
            if (!PostgresErrors.isCut(failed)) throw failed;
            pool.getHikariPoolMXBean().softEvictConnections();
            return readOnce(step);
        }
    }

    private <T> T readOnce(Step<T> step) throws SQLException {
        try (var connection = connection()) {
            var answer = step.run(new SqlConnection(connection));
            connection.rollback(); // after an error the pool does it, and the error is what is told
            return answer;
        }
    }

    @Override
    protected <T> T write(String name, Step<T> step) {
        try (var connection = connection()) {
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

    /**
     * Why the database cannot be written to; empty if nothing is known. That an answer takes long says nothing: only what the database
     * itself says counts.
     */
    Optional<String> hindrance() {
        try (var connection = connections.forCheck();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SHOW default_transaction_read_only")) {
            rows.next();
            return rows.getString(1).equals("on") ? Optional.of("the database only reads") : Optional.empty();
        } catch (SQLException failed) {
            return PostgresErrors.isHindrance(failed)
                    ? Optional.of(String.valueOf(
                            PostgresErrors.failure("use the database", failed).getMessage()))
                    : Optional.empty();
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
