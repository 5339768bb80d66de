package io.tidewheel.agent.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A file that is in two places: by a link where the file system can, else by a copy. */
public final class FileReplica {
    private FileReplica() {}

    /** Puts it there, whole or not at all; folders on the way are made. What was there is replaced. */
    public static void put(Path from, Path to, String mark) throws IOException {
        var folder = to.getParent();
        if (folder != null) Files.createDirectories(folder);
        // Of a link that stands for a file, the file is meant.
        var real = from.toRealPath();
        Files.deleteIfExists(to);
        try {
            Files.createLink(to, real);
        } catch (IOException | UnsupportedOperationException otherDisk) {
            copy(real, to, mark);
        }
    }

    private static void copy(Path from, Path to, String mark) throws IOException {
        var draft = to.resolveSibling(to.getFileName() + ".tidewheel-" + mark);
        try {
            Files.copy(from, draft, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
            Files.move(draft, to, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Takes away what a former attempt left where files are to be put; a folder that is wanted is there afterwards, and empty. */
    public static void clear(Path to, boolean folder) throws IOException {
        if (Files.isDirectory(to, LinkOption.NOFOLLOW_LINKS)) {
            Files.walkFileTree(to, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException error)
                        throws IOException {
                    if (error != null) throw error;
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } else {
            Files.deleteIfExists(to);
        }
        if (folder) Files.createDirectories(to);
    }

    /** Removes the second place if it is the same file as the first, so that writing to one does not change the other. */
    public static void withdraw(Path from, Path to) throws IOException {
        if (from.equals(to) || !Files.exists(from) || !Files.exists(to)) return;
        if (Files.isSameFile(from, to)) Files.delete(to);
    }
}
