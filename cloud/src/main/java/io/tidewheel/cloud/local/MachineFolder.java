package io.tidewheel.cloud.local;

import io.tidewheel.model.MachineId;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The folder of a local machine. It appears whole and vanishes whole: names with a dot are on their way in or out. */
final class MachineFolder {
    private static final String TAG = "tag";
    private static final String CREATED = "created";
    private static final String READY = "ready";
    private static final String PROCESSES = "processes";

    private final Path parent;
    private final MachineId id;

    MachineFolder(Path parent, MachineId id) {
        this.parent = parent;
        this.id = id;
    }

    MachineId id() {
        return id;
    }

    Path path() {
        return parent.resolve(id.name());
    }

    /** Where scripts and agents work. */
    Path work() {
        return path().resolve("work");
    }

    boolean exists() {
        return Files.isDirectory(path());
    }

    void make(String tag, Instant now) throws IOException {
        if (exists()) return;
        Files.createDirectories(parent);
        var draft = parent.resolve(".new-" + id.name());
        remove(draft);
        Files.createDirectories(draft.resolve("work"));
        Files.writeString(draft.resolve(TAG), tag);
        Files.writeString(draft.resolve(CREATED), now.toString());
        Files.move(draft, path(), StandardCopyOption.ATOMIC_MOVE);
    }

    Optional<String> tag() throws IOException {
        return text(TAG);
    }

    Instant created() throws IOException {
        try {
            return Instant.parse(text(CREATED).orElse(""));
        } catch (DateTimeParseException _) {
            return Instant.EPOCH;
        }
    }

    boolean isReady() {
        return Files.exists(path().resolve(READY));
    }

    void markReady() throws IOException {
        Files.writeString(path().resolve(READY), "");
    }

    void markUnready() throws IOException {
        Files.deleteIfExists(path().resolve(READY));
    }

    /** The processes it was started with. */
    List<KnownProcess> processes() throws IOException {
        var known = new ArrayList<KnownProcess>();
        for (var line : text(PROCESSES).orElse("").lines().toList())
            KnownProcess.parse(line).ifPresent(known::add);
        return known;
    }

    void note(List<KnownProcess> processes) throws IOException {
        var draft = path().resolve(".processes");
        Files.write(draft, processes.stream().map(KnownProcess::toString).toList());
        Files.move(
                draft, path().resolve(PROCESSES), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    void remove() throws IOException {
        var old = parent.resolve(".old-" + id.name());
        remove(old);
        if (exists()) Files.move(path(), old, StandardCopyOption.ATOMIC_MOVE);
        remove(old);
        remove(parent.resolve(".new-" + id.name()));
    }

    private Optional<String> text(String name) throws IOException {
        try {
            return Optional.of(Files.readString(path().resolve(name)).strip());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** Links are removed, not followed. */
    private static void remove(Path root) throws IOException {
        if (!Files.exists(root, java.nio.file.LinkOption.NOFOLLOW_LINKS)) return;
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
                if (failed instanceof NoSuchFileException) return FileVisitResult.CONTINUE;
                throw failed;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                    Path folder, @org.jspecify.annotations.Nullable IOException failed) throws IOException {
                if (failed != null) throw failed;
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
