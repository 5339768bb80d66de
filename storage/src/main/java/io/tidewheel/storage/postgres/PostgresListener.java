package io.tidewheel.storage.postgres;

import io.tidewheel.model.RunId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Hears what other servers tell: which runs they have changed, and that they have begun. A connection that breaks is opened again, and then
 * all unfinished runs count as changed, for nobody knows what was told meanwhile.
 */
final class PostgresListener implements AutoCloseable {
    static final String BEGUN = "begun";

    private static final int MILLIS_PER_WAIT = 3_000;
    private static final int MILLIS_TO_ANSWER = 4_000;
    private static final long NANOS_BEFORE_ANOTHER_TRY = 500_000_000;

    private final PostgresConnections connections;
    private final Runnable someoneBegan;
    private final Set<RunId> untold = new ConcurrentSkipListSet<>();
    private volatile long self;
    private volatile long primaryOfConnection;
    private volatile @Nullable Consumer<RunId> wake;
    private volatile boolean closed;
    private volatile @Nullable Connection connection;
    private @Nullable Thread thread;

    PostgresListener(PostgresConnections connections, Runnable someoneBegan) {
        this.connections = connections;
        this.someoneBegan = someoneBegan;
    }

    /** A channel of its own for each set of tables: others may live in the same database. */
    static String channel(String schema) {
        return "tidewheel_" + schema;
    }

    /** What a server says about itself and runs. */
    static String message(long server, String rest) {
        return server + ":" + rest;
    }

    /** From when it returns on, nothing that others tell is missed. */
    synchronized void begin(long server) throws SQLException {
        self = server;
        if (thread != null) return;
        var opened = open();
        connection = opened;
        thread = Thread.ofPlatform().daemon().name("tidewheel-listener").start(() -> listen(opened));
    }

    void onChange(Consumer<RunId> told) {
        wake = told;
        tellPending();
    }

    private Connection open() throws SQLException {
        var opened = connections.forListening();
        primaryOfConnection = connections.primary().changes();
        opened.setNetworkTimeout(Runnable::run, MILLIS_TO_ANSWER);
        try (var statement = opened.createStatement()) {
            statement.execute("DO $$ BEGIN EXECUTE format('LISTEN %I', 'tidewheel_' || current_schema()); END $$");
            return opened;
        } catch (SQLException failed) {
            opened.close();
            throw failed;
        }
    }

    private void listen(Connection first) {
        var current = first;
        while (!closed) {
            try {
                hear(current);
            } catch (SQLException broken) {
                closeQuietly(current);
                current = openPatiently(current);
            }
        }
        closeQuietly(current);
    }

    /**
     * Makes sure that the connection still reaches the primary: one who only listens would never notice that the server is gone, or
     * another one has taken its place.
     */
    private void checkLife(Connection current) throws SQLException {
        if (connections.primary().changes() != primaryOfConnection)
            throw new SQLException("another host has become the primary", "08006");
        try (var statement = current.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    private void hear(Connection quiet) throws SQLException {
        var current = quiet.unwrap(PGConnection.class);
        while (!closed) {
            var messages = current.getNotifications(MILLIS_PER_WAIT);
            if (messages == null || messages.length == 0) {
                checkLife(quiet);
                continue;
            }
            for (var message : messages) hear(message.getParameter());
            tellPending();
        }
    }

    private void hear(String message) {
        int colon = message.indexOf(':');
        if (colon < 0 || message.substring(0, colon).equals(Long.toString(self))) return;
        someoneBegan.run();
        var rest = message.substring(colon + 1);
        if (rest.equals(BEGUN)) return;
        Arrays.stream(rest.split(","))
                .map(number -> new RunId(Long.parseLong(number)))
                .forEach(untold::add);
    }

    private void tellPending() {
        var told = wake;
        if (told == null) return;
        for (var run : List.copyOf(untold)) {
            if (untold.remove(run)) told.accept(run);
        }
    }

    private Connection openPatiently(Connection broken) {
        while (!closed) {
            LockSupport.parkNanos(NANOS_BEFORE_ANOTHER_TRY);
            try {
                var opened = open();
                connection = opened;
                addUnfinished(opened);
                tellPending();
                return opened;
            } catch (SQLException stillBroken) {
                // The engine finds out by itself, with its next commit.
            }
        }
        return broken;
    }

    private void addUnfinished(Connection opened) throws SQLException {
        try (var statement = opened.createStatement();
                var rows = statement.executeQuery("SELECT id FROM run WHERE state < 4")) {
            while (rows.next()) untold.add(new RunId(rows.getLong(1)));
        }
    }

    private static void closeQuietly(@Nullable Connection connection) {
        try {
            if (connection != null) connection.close();
        } catch (SQLException ignored) {
            // It only listened.
        }
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(connection);
    }
}
