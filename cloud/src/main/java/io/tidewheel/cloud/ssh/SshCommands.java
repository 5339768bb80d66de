package io.tidewheel.cloud.ssh;

import io.tidewheel.cloud.ProgramOutput;
import io.tidewheel.model.MachineFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Runs commands on hosts and brings files there, with the programs {@code ssh} and {@code scp}. Never asks anybody for a password. */
final class SshCommands {
    private static final int UNREACHABLE = 255;

    /** What a command has printed and how it ended. */
    record Answer(int code, String out, String err) {}

    private final Path knownHosts;

    /** @param knownHosts where the keys of hosts are kept that were met before: a host whose key has changed is refused */
    SshCommands(Path knownHosts) {
        this.knownHosts = knownHosts;
    }

    /** Runs a shell command; fails if the host cannot be reached, or if the command does. */
    String run(SshHost host, String command) throws IOException, InterruptedException {
        return succeeded(host, ask(host, command));
    }

    /** The same, with something for the command to read: it is in no command line, neither here nor there. */
    String run(SshHost host, String command, String input) throws IOException, InterruptedException {
        return succeeded(host, reached(host, run(shell(host, command), input)));
    }

    private static String succeeded(SshHost host, Answer answer) {
        if (answer.code() == 0) return answer.out();
        throw new MachineFailure("host %s: a command ended with exit code %d: %s"
                .formatted(host.name(), answer.code(), ProgramOutput.last(answer.out() + "\n" + answer.err())));
    }

    /** Runs a shell command; fails only if the host cannot be reached. */
    Answer ask(SshHost host, String command) throws IOException, InterruptedException {
        return reached(host, run(shell(host, command), ""));
    }

    private List<String> shell(SshHost host, String command) {
        var words = new ArrayList<>(List.of("ssh", "-T", "-p", Integer.toString(host.port())));
        words.addAll(options(host));
        // Whatever shell the user has there, it knows how to start this one.
        words.addAll(List.of("--", host.destination(), "sh -c " + quoted(command)));
        return words;
    }

    /** Copies a file to a host. */
    void copy(SshHost host, Path file, String target) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("scp", "-q", "-p", "-P", Integer.toString(host.port())));
        words.addAll(options(host));
        words.addAll(List.of("--", file.toString(), host.destination() + ":" + target));
        var answer = run(words, "");
        if (answer.code() != 0) {
            throw new MachineFailure("host %s: %s could not be copied there: %s"
                    .formatted(host.name(), file.getFileName(), ProgramOutput.last(answer.err())));
        }
    }

    /** Writes a text to a file on a host that nobody else may read. */
    void write(SshHost host, String text, String target) throws IOException, InterruptedException {
        var draft = Files.createTempFile(
                "tidewheel-", "", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(draft, text);
            copy(host, draft, target);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private List<String> options(SshHost host) {
        var options = new ArrayList<>(List.of(
                "-o",
                "BatchMode=yes",
                "-o",
                "ConnectTimeout=10",
                "-o",
                "ServerAliveInterval=15",
                "-o",
                "StrictHostKeyChecking=accept-new",
                "-o",
                "UserKnownHostsFile=" + knownHosts));
        host.identity().ifPresent(file -> options.addAll(List.of("-i", file.toString(), "-o", "IdentitiesOnly=yes")));
        return options;
    }

    private static Answer reached(SshHost host, Answer answer) {
        if (answer.code() != UNREACHABLE) return answer;
        throw new MachineFailure("host %s (%s, port %d) cannot be reached: %s"
                .formatted(host.name(), host.destination(), host.port(), ProgramOutput.last(answer.err())));
    }

    private static Answer run(List<String> words, String input) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(words).start();
        } catch (IOException missing) {
            throw new MachineFailure(
                    "the program %s cannot be started: install OpenSSH's client".formatted(words.getFirst()), missing);
        }
        try {
            hand(process, input);
            var errors = new java.util.concurrent.CompletableFuture<String>();
            Thread.ofVirtual().start(() -> errors.complete(text(process.getErrorStream())));
            var out = text(process.getInputStream());
            return new Answer(process.waitFor(), out, errors.join());
        } finally {
            process.destroyForcibly();
        }
    }

    private static void hand(Process process, String input) {
        try (var out = process.getOutputStream()) {
            out.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException ended) {
            // Its exit code says why it did not want to read.
        }
    }

    private static String text(java.io.InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException closed) {
            return "";
        }
    }

    /** The text as one word of a shell command. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
