package io.tidewheel.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The small files a server keeps beside its database, readable by their owner alone. */
final class DataFolder {
    private static final String TOKEN = "admin.token";
    private static final String NOTE = "server.json";

    private final Path folder;

    DataFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    void make() throws IOException {
        if (Files.isDirectory(folder)) return;
        var parent = folder.getParent();
        if (parent != null) Files.createDirectories(parent);
        Files.createDirectory(folder, permissions("rwx------"));
    }

    Path tokenFile() {
        return folder.resolve(TOKEN);
    }

    boolean hasToken() {
        return Files.isRegularFile(tokenFile(), LinkOption.NOFOLLOW_LINKS);
    }

    void writeToken(String secret) throws IOException {
        write(tokenFile(), secret + "\n");
    }

    /** Leaves a note by which programs on this machine find the server. */
    void writeNote(URI url) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("url", url.toString());
            json.writeNumberProperty("pid", ProcessHandle.current().pid());
            if (hasToken()) json.writeStringProperty("tokenFile", tokenFile().toString());
            json.writeEndObject();
        }
        write(folder.resolve(NOTE), bytes.toString(StandardCharsets.UTF_8) + "\n");
    }

    void removeNote() throws IOException {
        Files.deleteIfExists(folder.resolve(NOTE));
    }

    /** Whole or not at all: nobody ever reads half a file. */
    private void write(Path file, String text) throws IOException {
        var draft = Files.createTempFile(folder, ".new-", "", permissions("rw-------"));
        try {
            Files.writeString(draft, text);
            replace(draft, file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static void replace(Path draft, Path file) throws IOException {
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException unusual) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private FileAttribute<?>[] permissions(String text) {
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))}
                : new FileAttribute<?>[0];
    }
}
