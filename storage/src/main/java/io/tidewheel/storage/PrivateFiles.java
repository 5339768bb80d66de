package io.tidewheel.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;

/** Folders and files that their owner alone can use, also where they were there before: commands, outputs and tokens carry secrets. */
public final class PrivateFiles {
    private static final EnumSet<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private PrivateFiles() {}

    /** Makes a folder, or takes it and the files and folders in it from everybody else. Folders above it are made as usual. */
    public static void makeFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            var parent = folder.toAbsolutePath().getParent();
            if (parent != null) Files.createDirectories(parent);
            try {
                Files.createDirectory(folder, attributes(folder, "rwx------"));
                return;
            } catch (FileAlreadyExistsException meanwhile) {
                if (!Files.isDirectory(folder)) throw meanwhile;
            }
        }
        // A folder in which everybody may write is a common place, as /tmp is: only what we make in it is ours.
        if (isPosix(folder) && !Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE))
            tightenAll(folder);
    }

    /** Makes a folder and all above it; those from {@code top} on are private, if it is below that. */
    public static void makeFoldersBelow(Path top, Path folder) throws IOException {
        if (folder.toAbsolutePath().normalize().startsWith(top.toAbsolutePath().normalize())) {
            makeFolder(top);
            Files.createDirectories(folder, attributes(folder, "rwx------"));
        } else {
            Files.createDirectories(folder);
        }
    }

    /** Makes an empty file, or takes the one that is there from everybody else. */
    public static void makeFile(Path file) throws IOException {
        try {
            Files.createFile(file, attributes(file, "rw-------"));
        } catch (FileAlreadyExistsException there) {
            if (isPosix(file)) tighten(file);
        }
    }

    /** For making a file that is private from its first moment. */
    public static FileAttribute<?>[] attributes(Path place, String permissions) {
        return isPosix(place)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static void tightenAll(Path folder) throws IOException {
        tighten(folder);
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                boolean ours = Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)
                        || Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
                // What is below a folder that nobody else may enter cannot be reached, however much of it there is.
                if (ours) tighten(entry);
            }
        }
    }

    private static void tighten(Path path) throws IOException {
        var now = Files.getPosixFilePermissions(path);
        if (OWNER.containsAll(now)) return;
        // What belongs to another user is left to that user; opening it will say whether we may use it.
        if (!Files.isWritable(path)) return;
        var kept = EnumSet.copyOf(OWNER);
        kept.retainAll(now);
        Files.setPosixFilePermissions(path, kept);
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
