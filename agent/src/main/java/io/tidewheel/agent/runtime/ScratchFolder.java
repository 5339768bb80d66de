package io.tidewheel.agent.runtime;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.process.FileStamps;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which a slot's chains work, one after the other; each finds it empty. Most leave it so, and then the next one gets the
 * same: making and removing a folder can cost as much as starting a process. Whatever is left behind is removed together with the folder.
 */
public final class ScratchFolder {
    /** The file, within the folder, in which a command may leave its result. */
    public static final String RESULT_FILE = "tidewheel-result";

    public static final int MAX_RESULT_BYTES = 256 << 10;

    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");
    /** What {@code stat} tells of a folder with these permissions. */
    private static final int FOLDER_OF_OWNER = 0040700;

    private static final FileAttribute<?>[] ATTRIBUTES = {PosixFilePermissions.asFileAttribute(OWNER)};

    private final Path parent;
    private final String name;
    private final boolean isPosix;
    private final LongSupplier nanos;
    private final FileStamps stamps = new FileStamps();
    private int number;
    private @Nullable Path folder;
    private boolean inUse;
    /** When the folder was last changed as far as we know, and since when we know it. */
    private @Nullable Instant changed;

    private long knownSince;
    /** Whether a change during the present use would be seen in the time of the last change. */
    private boolean changesShow;

    /** Time stamps of files are this coarse, at worst: of two changes within so little time the second may not show. */
    private static final long TICK_NANOS = 50_000_000;

    /** What was found when a chain had ended: the result, and a remark for people where something is odd. */
    public record Remains(ByteString result, String remark) {
        static final Remains NONE = new Remains(ByteString.EMPTY, "");
    }

    ScratchFolder(Path parent, String name, LongSupplier nanos) {
        this.parent = parent;
        this.name = name;
        this.nanos = nanos;
        this.isPosix = parent.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    /** The folder of the present chain; empty when it is asked for the first time. */
    public synchronized Path path() throws IOException {
        if (folder == null) folder = make();
        if (!inUse) changesShow = changed != null && nanos.getAsLong() - knownSince > TICK_NANOS;
        inUse = true;
        return folder;
    }

    /** The chain has ended: takes its result out and sees to it that the next one finds an empty folder. */
    public synchronized Remains close() {
        var used = folder;
        if (used == null || !inUse) return Remains.NONE;
        inUse = false;
        folder = null;
        try {
            if (changesShow && isAsMade(used, changed)) {
                folder = used;
                return Remains.NONE;
            }
            changed = null;
            var remains = empty(used);
            if (isAsMade(used, null)) folder = used;
            else FolderRemoval.of(used);
            return remains;
        } catch (AccessDeniedException locked) {
            return remove(used);
        } catch (IOException error) {
            return new Remains(ByteString.EMPTY, "its working folder could not be cleaned up: " + error);
        }
    }

    private static Remains remove(Path used) {
        try {
            FolderRemoval.of(used);
            return Remains.NONE;
        } catch (IOException error) {
            return new Remains(ByteString.EMPTY, "its working folder could not be removed: " + error);
        }
    }

    /** Somebody may go on using the folder: nobody else gets it. */
    synchronized void leaveBehind() {
        folder = null;
    }

    private Path make() throws IOException {
        changed = null;
        var made = parent.resolve(name + "-" + ++number);
        return isPosix ? Files.createDirectory(made, ATTRIBUTES) : Files.createDirectory(made);
    }

    /**
     * Whether it is a folder like the one we made: not a link in its place, and not one that its next user could not enter. If its last
     * change is given, whether nothing was put into it since; otherwise it is empty, and its last change is remembered.
     */
    private boolean isAsMade(Path used, @Nullable Instant lastChange) {
        if (!isPosix) return false;
        try {
            var stamp = stamps.of(used);
            if (stamp.mode() != FOLDER_OF_OWNER) return false;
            if (lastChange != null) return lastChange.equals(stamp.changed());
            changed = stamp.changed();
            knownSince = nanos.getAsLong();
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    /** Removes what is in the folder, and answers the result if there is one. If more than that is left, the folder goes too. */
    private Remains empty(Path used) throws IOException {
        if (!Files.isDirectory(used, LinkOption.NOFOLLOW_LINKS)) return Remains.NONE;
        var remains = Remains.NONE;
        boolean others = false;
        try (var entries = Files.newDirectoryStream(used)) {
            for (var entry : entries) {
                if (entry.endsWith(RESULT_FILE)) remains = readResult(entry);
                else others = true;
            }
        }
        if (others) FolderRemoval.of(used);
        else if (!remains.equals(Remains.NONE)) Files.deleteIfExists(used.resolve(RESULT_FILE));
        return remains;
    }

    private static Remains readResult(Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            // A link could point to any file of the machine, and opening a pipe could wait for ever.
            if (!attributes.isRegularFile())
                return new Remains(ByteString.EMPTY, "its result is not a plain file, and was not read");
            return read(file);
        } catch (IOException error) {
            return new Remains(ByteString.EMPTY, "its result could not be read: " + error);
        }
    }

    private static Remains read(Path file) throws IOException {
        try (var channel = Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            long size = channel.size();
            var bytes = ByteBuffer.allocate((int) Math.min(size, MAX_RESULT_BYTES));
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // one more piece
            }
            return new Remains(ByteString.copyFrom(bytes.flip()), cutRemark(size));
        }
    }

    private static String cutRemark(long size) {
        return size <= MAX_RESULT_BYTES
                ? ""
                : "its result of %,d bytes was cut to %,d".formatted(size, MAX_RESULT_BYTES);
    }
}
