package io.tidewheel.agent.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Working folders that commands have left as they found them, to be used again. Making and removing a folder writes to the journal of the file
 * system, where it waits for everybody else's syncs; looking whether one is empty does not. Most commands leave nothing behind.
 */
final class SpareFolders {
    private static final int MOST = 256;

    /** A folder and what it looked like when it was made. */
    record Folder(Path path, PosixFileAttributes looks) {}

    private final ConcurrentLinkedDeque<Folder> spare = new ConcurrentLinkedDeque<>();
    private final AtomicInteger count = new AtomicInteger();

    @Nullable Folder take() {
        var folder = spare.pollLast();
        if (folder != null) count.decrementAndGet();
        return folder;
    }

    /** Remembers what a new folder looks like; null where the system has no such thing, and then folders are not used again. */
    static @Nullable Folder remember(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) return null;
        return new Folder(path, looks(path));
    }

    /** Keeps a folder if it is still the same one, with the same rights, and empty. */
    boolean keep(Folder folder) {
        try {
            if (count.get() >= MOST || !isUntouched(folder)) return false;
        } catch (IOException odd) {
            return false;
        }
        count.incrementAndGet();
        spare.addLast(folder);
        return true;
    }

    private static boolean isUntouched(Folder folder) throws IOException {
        var now = looks(folder.path);
        boolean same = now.isDirectory()
                && Objects.equals(now.fileKey(), folder.looks.fileKey())
                && now.permissions().equals(folder.looks.permissions())
                && now.owner().equals(folder.looks.owner());
        if (!same) return false;
        try (var entries = Files.newDirectoryStream(folder.path)) {
            return !entries.iterator().hasNext();
        }
    }

    private static PosixFileAttributes looks(Path path) throws IOException {
        return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}
