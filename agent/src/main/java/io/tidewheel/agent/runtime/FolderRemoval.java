package io.tidewheel.agent.runtime;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Removes a folder with all it contains. Links are removed, never followed, even if somebody swaps a folder for a link meanwhile: every
 * step goes from an open folder to a name in it. Folders nested without end are brought to the top first, so that neither the stack nor
 * the number of open files grows with the depth.
 */
final class FolderRemoval {
    private static final int MAX_DEPTH = 32;

    private final SecureDirectoryStream<Path> top;
    private boolean moved;

    private FolderRemoval(SecureDirectoryStream<Path> top) {
        this.top = top;
    }

    static void of(Path folder) throws IOException {
        boolean again = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
        while (again) {
            unlock(folder);
            try (var stream = Files.newDirectoryStream(folder)) {
                if (!(stream instanceof SecureDirectoryStream<Path> secure)) {
                    removePlainly(folder);
                    return;
                }
                var removal = new FolderRemoval(secure);
                removal.empty(secure, folder, 0);
                again = removal.moved;
            }
        }
        Files.deleteIfExists(folder);
    }

    private void empty(SecureDirectoryStream<Path> folder, Path where, int depth) throws IOException {
        for (var entry : folder) {
            var name = entry.getFileName();
            var attributes = folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
            if (!attributes.isDirectory()) folder.deleteFile(name);
            else if (depth < MAX_DEPTH) removeFolder(folder, name, where.resolve(name), depth);
            else moveUp(folder, name);
        }
    }

    /** The name at the top is one that nobody could have taken before. */
    private void moveUp(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        folder.move(
                name,
                top,
                Path.of("deep-" + Long.toHexString(ThreadLocalRandom.current().nextLong())));
        moved = true;
    }

    private void removeFolder(SecureDirectoryStream<Path> parent, Path name, Path where, int depth) throws IOException {
        unlock(where);
        try (var inner = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            empty(inner, where, depth + 1);
        }
        parent.deleteDirectory(name);
    }

    /**
     * A command may have taken away its own rights to a folder; they are ours to give back. This step goes by the path: the worst a
     * swapped link could do is to open a folder of the same user to that user.
     */
    private static void unlock(Path folder) throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && !isOpen(folder)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private static boolean isOpen(Path folder) {
        return Files.isReadable(folder) && Files.isWritable(folder) && Files.isExecutable(folder);
    }

    /** Where the system offers no folders to hold on to. */
    private static void removePlainly(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException error) throws IOException {
                if (error != null) throw error;
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
