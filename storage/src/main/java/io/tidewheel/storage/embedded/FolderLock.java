package io.tidewheel.storage.embedded;

import io.tidewheel.model.StoreFailure;
import io.tidewheel.storage.PrivateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Holds a data folder for one process: the file {@code lock} in it is locked, and tells by whom. A process that dies lets go of it. */
final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Throws a {@link StoreFailure} that names the holder if there is one. */
    static FolderLock take(Path folder) {
        var file = folder.resolve("lock");
        try {
            PrivateFiles.makeFile(file);
            var channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                if (!isLocked(channel)) throw inUse(folder, file);
                channel.truncate(0);
                channel.write(ByteBuffer.wrap(me().getBytes(StandardCharsets.UTF_8)), 0);
                return new FolderLock(channel);
            } catch (IOException | StoreFailure failed) {
                channel.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new StoreFailure("could not lock the data folder " + folder, failed);
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    private static StoreFailure inUse(Path folder, Path file) {
        return new StoreFailure("the data folder %s is in use by %s: stop that one first, or choose another folder"
                .formatted(folder, holder(file)));
    }

    private static String holder(Path file) {
        try {
            var text = Files.readString(file).strip();
            return text.isEmpty() ? "another process" : text;
        } catch (IOException unreadable) {
            return "another process";
        }
    }

    private static String me() {
        return "process %d on %s\n".formatted(ProcessHandle.current().pid(), host());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "this machine";
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // The end of the process lets go of it at the latest.
        }
    }
}
