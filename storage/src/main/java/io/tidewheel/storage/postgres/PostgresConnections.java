package io.tidewheel.storage.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Opens connections that behave the same whatever the database's own settings are. */
final class PostgresConnections {
    /** A server that does not answer for so long is lost; what it was asked for is in doubt. */
    private static final int SECONDS_TO_ANSWER = 60;

    private static final int SECONDS_TO_CONNECT = 10;

    /**
     * Every statement is served by an index. Plans are made once: making them again would cost more than running them, and a plan that was
     * made while a table was empty must still be right when it is not.
     */
    static final String SETTINGS = """
        SET enable_seqscan = off;
        SET plan_cache_mode = force_generic_plan;
        SET jit = off;
        """;

    private final PostgresAddress address;

    PostgresConnections(PostgresAddress address) {
        this.address = address;
    }

    PostgresAddress address() {
        return address;
    }

    Properties properties(boolean answersSoon) {
        var properties = new Properties();
        address.user().ifPresent(user -> properties.setProperty("user", user));
        address.password().ifPresent(password -> properties.setProperty("password", password));
        properties.setProperty("ApplicationName", "tidewheel");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("connectTimeout", Integer.toString(SECONDS_TO_CONNECT));
        properties.setProperty("loginTimeout", Integer.toString(SECONDS_TO_CONNECT));
        if (answersSoon) properties.setProperty("socketTimeout", Integer.toString(SECONDS_TO_ANSWER));
        properties.setProperty("prepareThreshold", "1");
        properties.setProperty("reWriteBatchedInserts", "true");
        return properties;
    }

    /** For the engine's commits: durable ones, also where the database is set up to be quick. */
    Connection forCommits() throws SQLException {
        var connection = DriverManager.getConnection(address.jdbcUrl(), properties(true));
        try (var statement = connection.createStatement()) {
            statement.execute(SETTINGS);
            statement.execute(
                    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit')"
                            + " = 'off'");
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    Connection forListening() throws SQLException {
        return DriverManager.getConnection(address.jdbcUrl(), properties(false));
    }
}
