package io.tidewheel.storage.postgres;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Opens connections to the primary that behave the same whatever the database's own settings are, and that wait for nothing for ever. */
final class PostgresConnections {
    /** A server that does not answer for so long is lost; what it was asked for is in doubt. With the time to notice that it is 5 seconds. */
    private static final int SECONDS_TO_ANSWER = 4;

    private static final int SECONDS_TO_CONNECT = 3;
    /**
     * How long signing in may take: a server that has answered at all may need several answers on a busy machine, and each of them has
     * the limit above.
     */
    private static final int SECONDS_TO_SIGN_IN = 15;

    /** How long a statement may take that is run once at the start, or beside everything else, and grows with what there is. */
    private static final int SECONDS_TO_WORK = 600;

    private static final long NANOS_BETWEEN_LOOKS = 2_000_000_000L;

    /**
     * Every statement is served by an index. Plans are made once: making them again would cost more than running them, and a plan that was
     * made while a table was empty must still be right when it is not.
     */
    static final String SETTINGS = """
        SET enable_seqscan = off;
        SET plan_cache_mode = force_generic_plan;
        SET jit = off;
        """;

    /** A server that is frozen in the middle of a transaction must not keep the others waiting for the rows it has locked. */
    private static final String LETS_GO = "SET idle_in_transaction_session_timeout = '4s'";

    private final PostgresAddress address;
    private final PrimaryFinder primary;

    PostgresConnections(PostgresAddress address) {
        this(address, null);
    }

    /** {@code memory} is a file that remembers which primary was the newest. */
    PostgresConnections(PostgresAddress address, @Nullable Path memory) {
        this.address = address;
        this.primary = new PrimaryFinder(address, memory);
    }

    PostgresAddress address() {
        return address;
    }

    PrimaryFinder primary() {
        return primary;
    }

    private Properties properties(int secondsToAnswer) {
        var properties = new Properties();
        address().user().ifPresent(user -> properties.setProperty("user", user));
        address().password().ifPresent(password -> properties.setProperty("password", password));
        properties.setProperty("ApplicationName", "tidewheel");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("connectTimeout", Integer.toString(SECONDS_TO_CONNECT));
        properties.setProperty("loginTimeout", Integer.toString(SECONDS_TO_SIGN_IN));
        properties.setProperty("socketTimeout", Integer.toString(secondsToAnswer));
        properties.setProperty("prepareThreshold", "1");
        properties.setProperty("reWriteBatchedInserts", "true");
        return properties;
    }

    /** For the engine's commits: durable ones, also where the database is set up to be quick. */
    Connection forCommits() throws SQLException {
        // Of several rows in one statement the driver does not tell which were there already: of two runs with one key
        // both would seem to be recorded.
        var properties = properties(SECONDS_TO_ANSWER);
        properties.setProperty("reWriteBatchedInserts", "false");
        return durable(properties, SETTINGS + LETS_GO);
    }

    /** For changes of the tables, which may take long. */
    Connection forMigrations() throws SQLException {
        return durable(properties(SECONDS_TO_WORK), SETTINGS);
    }

    private Connection durable(Properties properties, String settings) throws SQLException {
        var connection = primary.open(properties);
        try (var statement = connection.createStatement()) {
            statement.execute(settings);
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

    /** A connection for the cleaner: its steps may wait for others, and what is cut off in the middle is finished the next time. */
    Connection forCleaning() throws SQLException {
        var connection = withSettings(properties(SECONDS_TO_WORK));
        try (var statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = '30s'");
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    /** A connection for the check of life, without anything that a pooler might hand to somebody else. */
    Connection forCheck() throws SQLException {
        var properties = properties(SECONDS_TO_ANSWER);
        properties.setProperty("prepareThreshold", "0");
        return primary.open(properties);
    }

    Connection forAnswers() throws SQLException {
        return withSettings(properties(SECONDS_TO_ANSWER));
    }

    private Connection withSettings(Properties properties) throws SQLException {
        var connection = primary.open(properties);
        try (var statement = connection.createStatement()) {
            statement.execute(SETTINGS);
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    Connection forListening() throws SQLException {
        return primary.open(properties(SECONDS_TO_WORK));
    }

    /** Where there are several hosts, another one may become the primary without ours saying so. */
    void watch(BooleanSupplier whileTrue) {
        while (whileTrue.getAsBoolean()) {
            LockSupport.parkNanos(NANOS_BETWEEN_LOOKS);
            if (whileTrue.getAsBoolean()) primary.look(properties(SECONDS_TO_ANSWER));
        }
    }
}
