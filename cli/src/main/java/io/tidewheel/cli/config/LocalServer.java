package io.tidewheel.cli.config;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A server on this machine, as it describes itself in its data folder. The file is read without a JSON library: it is small, our own, and
 * in the way of every command.
 *
 * @param tokenFile where those who may read the data folder find a token for it
 */
public record LocalServer(URI url, long pid, Path tokenFile) {
    static final String FILE = "server.json";
    /** The note of a process that serves only the run it was started for. */
    private static final String RUN_FILE = "run.json";

    private static final Pattern FIELD = Pattern.compile("\"(url|pid|tokenFile)\"\\s*:\\s*(?:\"([^\"\\\\]*)\"|(\\d+))");
    private static final int PATIENCE_MILLIS = 500;

    /**
     * The server of a data folder: the one that wrote its note there and has not taken it away. It may be dead; then it is an error to work
     * beside what it left, and whoever asks it learns that it does not answer.
     */
    public static Optional<LocalServer> find(Path data) {
        return find(data, FILE);
    }

    /** A {@code run} that works on its own in a data folder and lets others look on. */
    public static Optional<LocalServer> findRun(Path data) {
        return find(data, RUN_FILE).filter(LocalServer::isAlive);
    }

    private static Optional<LocalServer> find(Path data, String file) {
        try {
            var text = Files.readString(data.resolve(file), StandardCharsets.UTF_8);
            return parse(data, text);
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    static Optional<LocalServer> parse(Path data, String text) {
        var url = "";
        var token = "admin.token";
        long pid = 0;
        var field = FIELD.matcher(text);
        while (field.find()) {
            switch (field.group(1)) {
                case "url" -> url = field.group(2) == null ? "" : field.group(2);
                case "tokenFile" -> token = field.group(2) == null ? token : field.group(2);
                default -> pid = field.group(3) == null ? 0 : Long.parseLong(field.group(3));
            }
        }
        if (url.isEmpty()) return Optional.empty();
        return Optional.of(new LocalServer(URI.create(url), pid, data.resolve(token)));
    }

    /** Whether its process is known to have ended. */
    boolean isGone() {
        return pid > 0 && ProcessHandle.of(pid).isEmpty();
    }

    /** The number of a process may be another's by now; so we also knock. */
    private boolean isAlive() {
        if (isGone()) return false;
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), PATIENCE_MILLIS);
            return true;
        } catch (IOException silent) {
            return false;
        }
    }
}
