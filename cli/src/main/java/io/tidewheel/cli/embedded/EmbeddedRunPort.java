package io.tidewheel.cli.embedded;

import io.tidewheel.server.http.HttpServer;
import io.tidewheel.server.http.HttpSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Lets other commands of the same user look at a run that works on its own, and cancel it: a port on the loopback address with a secret
 * that only those know who may read the data folder. Opened only for runs that last, since it costs more than most commands.
 */
public final class EmbeddedRunPort implements AutoCloseable {
    private static final String NOTE = "run.json";
    private static final String TOKEN = "run.token";

    private final Path folder;
    private final HttpServer http;

    private EmbeddedRunPort(Path folder, HttpServer http) {
        this.folder = folder;
        this.http = http;
    }

    public static EmbeddedRunPort open(EmbeddedServer embedded, Path folder) throws IOException {
        var local = LocalRoutes.of(embedded.server());
        var secret = secret();
        var expected = secret.getBytes(StandardCharsets.UTF_8);
        var http = HttpServer.open(
                HttpSettings.local(0),
                local.routes(),
                shown -> MessageDigest.isEqual(shown.getBytes(StandardCharsets.UTF_8), expected)
                        ? Optional.of(LocalRoutes.ADMINISTRATOR)
                        : local.tokens().callerOf(shown),
                local.tallies());
        var port = new EmbeddedRunPort(folder, http);
        try {
            port.announce(secret);
            return port;
        } catch (IOException failed) {
            http.close();
            throw failed;
        }
    }

    private static String secret() {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void announce(String secret) throws IOException {
        write(TOKEN, secret + "\n");
        write(
                NOTE,
                "{\"url\": \"http://127.0.0.1:%d\", \"pid\": %d, \"tokenFile\": \"%s\"}\n"
                        .formatted(
                                http.address().getPort(),
                                ProcessHandle.current().pid(),
                                TOKEN));
    }

    private void write(String name, String text) throws IOException {
        var draft = Files.createTempFile(folder, ".new-", "", onlyOurs());
        Files.writeString(draft, text);
        Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private FileAttribute<?>[] onlyOurs() {
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(folder.resolve(NOTE));
            Files.deleteIfExists(folder.resolve(TOKEN));
        } catch (IOException left) {
            // A program that finds the note notices that nothing answers at the address in it.
        }
        http.close();
    }
}
