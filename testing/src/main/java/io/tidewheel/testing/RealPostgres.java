package io.tidewheel.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL server for tests: a cluster of its own in a temporary folder, on a free port of the loopback
 * address, as durable as in production ({@code fsync} on). It ends with the test or, whatever happens to the test, with
 * its JVM, and leaves no file behind.
 *
 * <p>Most tests take the {@link #shared()} server and a fresh {@link #createDatabase() database} each. A test that kills
 * the server starts one for itself with {@link #start()}.
 */
public final class RealPostgres implements AutoCloseable {
    /** A database of this server, made for one test. */
    public record Database(String name, String jdbcUrl, String user, String password) {}

    private static final String USER = "postgres";
    private static final int NOBODY = 65534;
    private static final int TRIES_TO_START = 5;
    private static final int SECONDS_TO_START = 60;
    private static final AtomicInteger DATABASES = new AtomicInteger();

    /**
     * Stands between us and the server, and ends with it. If our end of its input closes first, we have died, and the
     * server and its folder must not outlive us.
     */
    private static final String GUARD = """
        folder=$1; shift
        trap '' INT TERM HUP
        exec 3<&0
        "$@" </dev/null 3<&- & server=$!
        exec >/dev/null 2>&1
        { read -r _ <&3; touch "$folder/orphan"; kill -9 "$server"; } & watch=$!
        wait "$server"
        if [ -e "$folder/orphan" ]; then rm -rf "$folder"; else kill -9 "$watch"; fi
        """;

    private final Path programs;
    private final Path folder;
    private final List<String> asUser;
    private final String password;
    private int port;
    private @Nullable Running running;

    /** The server process, and the guard that outlives us to end it. */
    private record Running(Process guard, ProcessHandle server) {}

    private RealPostgres(String password) throws IOException {
        this.password = password;
        programs = PostgresPrograms.folder();
        folder = Files.createTempDirectory("tidewheel-postgres-");
        asUser = isRoot(folder) ? commandOfNobody() : List.of();
    }

    /** The server that the tests of this JVM share; it is started by the first who asks. */
    public static RealPostgres shared() {
        return Shared.SERVER;
    }

    /** Starts a server for the caller alone, who closes it. */
    public static RealPostgres start() {
        try {
            var server = new RealPostgres(UUID.randomUUID().toString());
            try {
                server.createCluster();
                server.launchPatiently(TestPorts::free);
                return server;
            } catch (IOException | RuntimeException error) {
                server.close();
                throw error;
            }
        } catch (IOException error) {
            throw new UncheckedIOException("cannot start a PostgreSQL", error);
        }
    }

    /** Creates an empty database with a name of its own. */
    public Database createDatabase() {
        var name = "test_" + DATABASES.incrementAndGet();
        try (var connection = DriverManager.getConnection(urlOf(USER), USER, password);
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException error) {
            throw new IllegalStateException("cannot create the database " + name, error);
        }
        return new Database(name, urlOf(name), USER, password);
    }

    /**
     * Starts another server that is this one's standby: it follows by streaming, answers questions, and can be promoted. The caller closes it.
     */
    public RealPostgres standby() {
        try {
            var standby = new RealPostgres(password);
            try {
                standby.copyOf(this);
                standby.launchPatiently(TestPorts::free);
                return standby;
            } catch (IOException | SQLException | RuntimeException error) {
                standby.close();
                throw error;
            }
        } catch (IOException | SQLException error) {
            throw new IllegalStateException("cannot start a standby", error);
        }
    }

    /** What {@code pg_basebackup} does, which is not among the programs from Maven Central. */
    private void copyOf(RealPostgres primary) throws IOException, SQLException {
        try (var connection = DriverManager.getConnection(primary.urlOf(USER), USER, password);
                var statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            ChildPrograms.run("cp", "-a", primary.data().toString(), data().toString());
            try (var rows = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                rows.next();
                Files.writeString(data().resolve("backup_label"), rows.getString(1));
            }
        }
        Files.deleteIfExists(data().resolve("postmaster.pid"));
        Files.writeString(
                data().resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s'%n"
                        .formatted(primary.port, USER, password));
        Files.createFile(data().resolve("standby.signal"));
        if (asUser.isEmpty()) return;
        Files.setAttribute(folder, "unix:uid", NOBODY);
        for (var name : List.of("backup_label", "postgresql.auto.conf", "standby.signal"))
            Files.setAttribute(data().resolve(name), "unix:uid", NOBODY);
    }

    /** A standby receives nothing more: from now on it is behind. */
    public void stopFollowing() {
        try (var connection = DriverManager.getConnection(urlOf(USER), USER, password);
                var statement = connection.createStatement()) {
            statement.execute("ALTER SYSTEM SET primary_conninfo = ''");
            statement.execute("SELECT pg_reload_conf()");
            boolean receives = true;
            while (receives) {
                try (var rows = statement.executeQuery("SELECT pg_sleep(0.05), pid FROM pg_stat_wal_receiver")) {
                    receives = rows.next();
                }
            }
        } catch (SQLException error) {
            throw new IllegalStateException("cannot stop a standby from following", error);
        }
    }

    /** Makes a standby the primary. The one that it has followed does not learn of it. */
    public void promote() {
        ask("SELECT pg_promote(true, %d)".formatted(SECONDS_TO_START));
    }

    /** Tells everybody who listens in a database. */
    public void notify(Database database, String channel, String message) {
        try (var connection = DriverManager.getConnection(urlOf(database.name), USER, password);
                var statement = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
            statement.setString(1, channel);
            statement.setString(2, message);
            statement.execute();
        } catch (SQLException error) {
            throw new IllegalStateException("cannot notify in " + database.name, error);
        }
    }

    /** How far what was written has come here, of a primary as of a standby; to be compared with that of another. */
    public String position() {
        return ask("SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END");
    }

    private String ask(String question) {
        try (var connection = DriverManager.getConnection(urlOf(USER), USER, password);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(question)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException error) {
            throw new IllegalStateException("cannot ask PostgreSQL: " + question, error);
        }
    }

    /** The port it listens on, at 127.0.0.1; it stays the same over a restart. */
    public int port() {
        return port;
    }

    /** Ends the server and all its processes at once, as if the machine had lost its power; the files stay. */
    public synchronized void kill9() {
        if (running == null) {
            return;
        }
        // The first process goes first: it must not see its children die and begin to recover.
        var all = new ArrayList<>(List.of(running.server));
        running.server.descendants().forEach(all::add);
        all.forEach(ProcessHandle::destroyForcibly);
        ChildPrograms.exitCodeOf(running.guard);
        running = null;
    }

    /** Ends the server in good order: open connections are broken, a checkpoint is written; the files stay. */
    public synchronized void stop() {
        if (running == null) {
            return;
        }
        ChildPrograms.run(
                withUser(programs.resolve("pg_ctl").toString(), "stop", "--mode=fast", "--wait", "--pgdata=" + data()));
        ChildPrograms.exitCodeOf(running.guard);
        running = null;
    }

    /** Starts it again on the same files and the same port; a server that still runs is killed first. */
    public synchronized void restart() {
        kill9();
        try {
            launchPatiently(() -> port);
        } catch (IOException error) {
            throw new UncheckedIOException("cannot start PostgreSQL again", error);
        }
    }

    @Override
    public synchronized void close() {
        kill9();
        try {
            TestFolders.delete(folder);
        } catch (IOException error) {
            throw new UncheckedIOException("cannot delete " + folder, error);
        }
    }

    private void createCluster() throws IOException {
        var secret = folder.resolve("password");
        Files.writeString(secret, password);
        if (!asUser.isEmpty()) {
            Files.setAttribute(folder, "unix:uid", NOBODY);
            Files.setAttribute(secret, "unix:uid", NOBODY);
        }
        ChildPrograms.run(withUser(
                programs.resolve("initdb").toString(),
                "--pgdata=" + data(),
                "--username=" + USER,
                "--pwfile=" + secret,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",
                "--no-instructions"));
    }

    /** Tries a few times: another process may take the port first, or a killed one may not be quite gone yet. */
    private void launchPatiently(IntSupplier portOfTry) throws IOException {
        for (int attempt = 1; running == null; attempt++) {
            port = portOfTry.getAsInt();
            try {
                running = launch();
            } catch (IOException error) {
                if (attempt == TRIES_TO_START) {
                    throw error;
                }
            }
        }
    }

    private Running launch() throws IOException {
        var command = new ArrayList<>(List.of("sh", "-c", GUARD, "guard", folder.toString()));
        command.addAll(withUser(
                programs.resolve("postgres").toString(),
                "-D",
                data().toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "fsync=on",
                "-c",
                "synchronous_commit=on",
                "-c",
                "full_page_writes=on",
                "-c",
                "max_connections=200",
                "-c",
                "logging_collector=off"));
        var guard = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .directory(Path.of("/").toFile())
                .start();
        try {
            awaitReady(guard);
            return new Running(guard, serverProcess());
        } catch (IOException error) {
            guard.descendants().forEach(ProcessHandle::destroyForcibly);
            guard.destroyForcibly();
            throw error;
        }
    }

    /** Waits for the server to say that it is ready, and goes on reading, since a full pipe would block it. */
    private static void awaitReady(Process guard) throws IOException {
        var ready = new CompletableFuture<Boolean>();
        var said = new ArrayDeque<String>();
        Thread.ofVirtual().name("postgres-log").start(() -> {
            try (var lines =
                    new BufferedReader(new InputStreamReader(guard.getInputStream(), StandardCharsets.UTF_8))) {
                for (var line = lines.readLine(); line != null && !ready.isDone(); line = lines.readLine()) {
                    said.add(line);
                    if (line.contains("database system is ready to accept")) {
                        ready.complete(true);
                    }
                }
                ready.complete(false);
                lines.transferTo(java.io.Writer.nullWriter());
            } catch (IOException closed) {
                ready.complete(false);
            }
        });
        try {
            if (!ready.get(SECONDS_TO_START, TimeUnit.SECONDS)) {
                throw new IOException("PostgreSQL did not start and said: " + String.join("\n", said));
            }
        } catch (TimeoutException | ExecutionException slow) {
            throw new IOException("PostgreSQL was not ready after " + SECONDS_TO_START + " s", slow);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while PostgreSQL started", interrupted);
        }
    }

    private ProcessHandle serverProcess() throws IOException {
        var pid =
                Files.readAllLines(data().resolve("postmaster.pid")).getFirst().strip();
        return ProcessHandle.of(Long.parseLong(pid))
                .orElseThrow(() -> new IOException("PostgreSQL ended right after its start"));
    }

    private List<String> withUser(String... command) {
        var words = new ArrayList<>(asUser);
        words.addAll(List.of(command));
        return words;
    }

    /** How a command begins that must not be run by root, and may read a folder of ours. */
    static List<String> asUserOf(Path folder) throws IOException {
        if (!isRoot(folder)) return List.of();
        Files.setAttribute(folder, "unix:uid", NOBODY);
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) Files.setAttribute(file, "unix:uid", NOBODY);
        }
        return commandOfNobody();
    }

    private Path data() {
        return folder.resolve("data");
    }

    private String urlOf(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&password=%s".formatted(port, database, USER, password);
    }

    private static boolean isRoot(Path ownFile) throws IOException {
        return Files.getAttribute(ownFile, "unix:uid").equals(0);
    }

    /** PostgreSQL refuses to run as root, so root lets somebody run it who can do nothing else. */
    private static List<String> commandOfNobody() {
        var setpriv = ChildPrograms.find("setpriv");
        if (setpriv == null) {
            throw new IllegalStateException(
                    "PostgreSQL does not run as root, and setpriv (package util-linux) is missing;"
                            + " install it or run the tests as another user");
        }
        var id = Integer.toString(NOBODY);
        return List.of(setpriv.toString(), "--reuid=" + id, "--regid=" + id, "--clear-groups");
    }

    private static final class Shared {
        private static final RealPostgres SERVER = startForGood();

        private static RealPostgres startForGood() {
            var server = start();
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-postgres"));
            return server;
        }
    }
}
