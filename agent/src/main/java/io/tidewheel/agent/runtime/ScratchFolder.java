package io.tidewheel.agent.runtime;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one chain. It is there and empty when first asked for; when the chain has ended, whatever is in it is removed. As a rule
 * a command leaves nothing behind; then the next chain may have the same folder.
 */
public final class ScratchFolder {
    /** The file, within the folder, in which a command may leave its result. */
    public static final String RESULT_FILE = "tidewheel-result";

    public static final int MAX_RESULT_BYTES = 256 << 10;

    private final SpareFolders spare;
    private Path path;
    private SpareFolders.@Nullable Folder remembered;
    private boolean made;

    /** What was found when the folder was removed: the result, and a remark for people where something is odd. */
    public record Remains(ByteString result, String remark) {
        static final Remains NONE = new Remains(ByteString.EMPTY, "");
    }

    /**
     * A folder that has not been asked for.
     *
     * @param path where it is made, if none is spare
     */
    ScratchFolder(Path path, SpareFolders spare) {
        this.path = path;
        this.spare = spare;
    }

    /** The folder, which exists now and, the first time, is empty. */
    public synchronized Path path() throws IOException {
        if (made) return path;
        remembered = spare.take();
        if (remembered != null) path = remembered.path();
        else make();
        made = true;
        return path;
    }

    private void make() throws IOException {
        try {
            Files.createDirectory(path);
        } catch (FileAlreadyExistsException leftBehind) {
            Removal.of(path);
            Files.createDirectory(path);
        }
        remembered = SpareFolders.remember(path);
    }

    /** Takes the result out and removes the folder, or keeps it for the next chain if it is as it was. */
    public synchronized Remains close() {
        if (!made) return Remains.NONE;
        made = false;
        if (remembered != null && spare.keep(remembered)) return Remains.NONE;
        try {
            Files.delete(path);
            return Remains.NONE;
        } catch (DirectoryNotEmptyException somethingLeft) {
            return closeFull();
        } catch (NoSuchFileException removedByTheCommand) {
            return Remains.NONE;
        } catch (IOException trouble) {
            return new Remains(ByteString.EMPTY, "its working folder could not be removed: " + trouble);
        }
    }

    private Remains closeFull() {
        var remains = readResult();
        try {
            Removal.of(path);
            return remains;
        } catch (IOException trouble) {
            return new Remains(remains.result(), "its working folder could not be removed: " + trouble);
        }
    }

    private Remains readResult() {
        var file = path.resolve(RESULT_FILE);
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            // A link could point to any file of the machine, and opening a pipe could wait for ever.
            if (!attributes.isRegularFile())
                return new Remains(ByteString.EMPTY, "its result is not a plain file, and was not read");
            return readResult(file);
        } catch (NoSuchFileException none) {
            return Remains.NONE;
        } catch (IOException trouble) {
            return new Remains(ByteString.EMPTY, "its result could not be read: " + trouble);
        }
    }

    private static Remains readResult(Path file) throws IOException {
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
