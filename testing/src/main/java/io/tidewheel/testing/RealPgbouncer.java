package io.tidewheel.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A pgbouncer of Debian in front of a database, on a free port of the loopback address. */
public final class RealPgbouncer implements AutoCloseable {
    private static final long NANOS_BETWEEN_LOOKS = 20_000_000;
    private static final int LOOKS = 3_000;

    private final Process process;
    private final Path folder;
    private final int port;

    private RealPgbouncer(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /** What is missing for one on this machine; empty if nothing is. */
    public static Optional<String> missing() {
        return ChildPrograms.find("pgbouncer") == null
                ? Optional.of("there is no pgbouncer here (Debian: apt-get install pgbouncer)")
                : Optional.empty();
    }

    /** Starts one. {@code settings} are lines of its configuration, such as {@code pool_mode = transaction}. */
    public static RealPgbouncer start(RealPostgres postgres, RealPostgres.Database database, String... settings) {
        try {
            var folder = Files.createTempDirectory("tidewheel-pgbouncer-");
            int port = TestPorts.free();
            Files.writeString(
                    folder.resolve("users.txt"), "\"%s\" \"%s\"%n".formatted(database.user(), database.password()));
            var lines = new ArrayList<>(List.of(
                    "[databases]",
                    "* = host=127.0.0.1 port=" + postgres.port(),
                    "[pgbouncer]",
                    "listen_addr = 127.0.0.1",
                    "listen_port = " + port,
                    "unix_socket_dir =",
                    "auth_type = plain",
                    "auth_file = " + folder.resolve("users.txt")));
            lines.addAll(List.of(settings));
            var file = Files.write(folder.resolve("pgbouncer.ini"), lines);
            var command = new ArrayList<>(RealPostgres.asUserOf(folder));
            command.add(String.valueOf(ChildPrograms.find("pgbouncer")));
            command.add(file.toString());
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .directory(Path.of("/").toFile())
                    .start();
            var started = new RealPgbouncer(process, folder, port);
            started.awaitPort();
            return started;
        } catch (IOException error) {
            throw new UncheckedIOException("cannot start pgbouncer", error);
        }
    }

    private void awaitPort() throws IOException {
        for (int look = 0; look < LOOKS; look++) {
            if (!process.isAlive()) throw new IOException("pgbouncer ended with " + process.exitValue());
            try (var socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return;
            } catch (IOException notYet) {
                LockSupport.parkNanos(NANOS_BETWEEN_LOOKS);
            }
        }
        throw new IOException("pgbouncer does not answer");
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        ChildPrograms.exitCodeOf(process);
        try {
            TestFolders.delete(folder);
        } catch (IOException error) {
            throw new UncheckedIOException("cannot delete " + folder, error);
        }
    }
}
