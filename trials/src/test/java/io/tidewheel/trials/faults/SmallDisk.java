package io.tidewheel.trials.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file system in memory, so small that it can be filled in a moment. */
final class SmallDisk implements AutoCloseable {
    private final Path folder;
    private final String error;

    private SmallDisk(Path folder, String error) {
        this.folder = folder;
        this.error = error;
    }

    /** Mounts it, if this machine lets us. */
    static SmallDisk mount(Path folder, int megabytes) throws IOException {
        Files.createDirectories(folder);
        var size = "size=%dm,mode=0700".formatted(megabytes);
        return new SmallDisk(
                folder, run(List.of("mount", "-t", "tmpfs", "-o", size, "tidewheel-test", folder.toString())));
    }

    boolean isMounted() {
        return error.isEmpty();
    }

    /** Why it could not be mounted. */
    String trouble() {
        return error;
    }

    /** Leaves no byte free. */
    void fill() throws IOException {
        try (var file = FileChannel.open(filler(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (int size = 1 << 20; size > 0; size = size == 1 ? 0 : size / 4) writeAll(file, size);
        }
    }

    private static void writeAll(FileChannel file, int size) {
        try {
            while (file.write(ByteBuffer.allocate(size)) > 0) {
                // more
            }
        } catch (IOException full) {
            // that was the aim
        }
    }

    void empty() throws IOException {
        Files.delete(filler());
    }

    private Path filler() {
        return folder.resolve("filler");
    }

    @Override
    public void close() {
        if (isMounted()) run(List.of("umount", "--lazy", folder.toString()));
    }

    /** What a command said against it; nothing if it succeeded. */
    private static String run(List<String> command) {
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? "" : command + ": " + said.strip();
        } catch (IOException error) {
            throw new UncheckedIOException("cannot run " + command, error);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
