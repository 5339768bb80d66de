package io.tidewheel.cloud.ssh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/** OpenSSH's server on the loopback address, for the user who runs the tests, who finds himself in a folder of the test. */
final class RealSshd implements AutoCloseable {
    private final Process process;
    private final int port;
    private final Path folder;
    private final Path home;

    private RealSshd(Process process, int port, Path folder, Path home) {
        this.process = process;
        this.port = port;
        this.folder = folder;
        this.home = home;
    }

    static RealSshd start(Path folder) throws Exception {
        var program = found(
                "sshd is missing, so machines reached by ssh cannot be tested: install openssh-server (./verify does it"
                        + " where it may)",
                "/usr/sbin/sshd",
                "/usr/local/sbin/sshd",
                "/usr/bin/sshd");
        var sftp = found(
                "sftp-server is missing: install openssh-sftp-server",
                "/usr/lib/openssh/sftp-server",
                "/usr/libexec/openssh/sftp-server",
                "/usr/lib/ssh/sftp-server",
                "/usr/libexec/sftp-server");
        // As root it insists on this folder, which is made at the start of a real machine.
        if (System.getProperty("user.name").equals("root")) Files.createDirectories(Path.of("/run/sshd"));
        var home = Files.createDirectories(folder.resolve("home"));
        for (var key : List.of("host", "user"))
            run(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    "ed25519",
                    "-N",
                    "",
                    "-f",
                    folder.resolve(key).toString());
        int port = freePort();
        var config = folder.resolve("sshd_config");
        Files.writeString(
                config, """
                    Port %d
                    ListenAddress 127.0.0.1
                    HostKey %s
                    AuthorizedKeysFile %s
                    PidFile none
                    StrictModes no
                    PasswordAuthentication no
                    PermitRootLogin yes
                    MaxStartups 100
                    Subsystem sftp %s
                    ForceCommand cd %s && HOME=%s && export HOME && eval "$SSH_ORIGINAL_COMMAND"
                    """.formatted(port, folder.resolve("host"), folder.resolve("user.pub"), sftp, home, home));
        var log = folder.resolve("sshd.log").toFile();
        var process = new ProcessBuilder(program.toString(), "-D", "-e", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        Awaitility.await().until(() -> answers(port));
        return new RealSshd(process, port, folder, home);
    }

    /** This machine, as if it were another. */
    SshHost host(String name, String setup) {
        return new SshHost(
                name,
                "127.0.0.1",
                port,
                Optional.of(System.getProperty("user.name")),
                Optional.of(folder.resolve("user")),
                setup);
    }

    /** Where its user is at home. */
    Path home() {
        return home;
    }

    private static boolean answers(int port) {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Path found(String otherwise, String... places) {
        for (var place : places) if (Files.isExecutable(Path.of(place))) return Path.of(place);
        throw new AssertionError(otherwise);
    }

    private static void run(String... words) throws Exception {
        var process = new ProcessBuilder(words).inheritIO().start();
        if (process.waitFor() != 0) throw new AssertionError(String.join(" ", words) + " failed");
    }

    @Override
    public void close() {
        process.toHandle().descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
