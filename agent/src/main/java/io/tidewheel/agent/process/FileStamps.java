package io.tidewheel.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a file was touched, at the price of one system call where that is possible. Meant for one user who asks after the same
 * file again and again.
 */
public final class FileStamps {
    private static final boolean CALLS_DIRECTLY =
            LinuxCalls.Availability.problem().isEmpty();

    private final Arena arena = Arena.ofAuto();
    private @Nullable Direct direct;
    private @Nullable Path asked;

    /**
     * What a file was when it was looked at; links are not followed.
     *
     * @param mode its kind and permissions, as {@code stat} tells them
     * @param changed the time of its last change in the sense of Unix: unlike that of the last modification, nobody can set it
     */
    public record Stamp(int mode, Instant changed) {}

    private record Direct(MemorySegment errno, MemorySegment path, MemorySegment answer) {}

    /** Fails if there is no such file. Only for file systems that know the view "unix". */
    public Stamp of(Path file) throws IOException {
        if (!CALLS_DIRECTLY) return slowly(file);
        var memory = direct;
        if (memory == null || !file.equals(asked)) {
            var errno = memory == null ? arena.allocate(LinuxCalls.ERRNO_LAYOUT) : memory.errno;
            var answer = memory == null ? arena.allocate(LinuxCalls.STATX_BYTES, 8) : memory.answer;
            memory = new Direct(errno, Arena.ofAuto().allocateFrom(file.toString()), answer);
            direct = memory;
            asked = file;
        }
        int error = LinuxCalls.statx(memory.errno, memory.path, memory.answer);
        if (error < 0) throw new NoSuchFileException(file.toString(), null, LinuxCalls.describe(-error));
        return new Stamp(
                Short.toUnsignedInt(memory.answer.get(JAVA_SHORT, LinuxCalls.STATX_MODE_AT)),
                Instant.ofEpochSecond(
                        memory.answer.get(JAVA_LONG, LinuxCalls.STATX_CHANGED_AT),
                        memory.answer.get(JAVA_INT, LinuxCalls.STATX_CHANGED_AT + Long.BYTES)));
    }

    static Stamp slowly(Path file) throws IOException {
        var attributes = Files.readAttributes(file, "unix:mode,ctime", LinkOption.NOFOLLOW_LINKS);
        if (attributes.get("mode") instanceof Integer mode && attributes.get("ctime") instanceof FileTime changed) {
            return new Stamp(mode, changed.toInstant());
        }
        throw new IOException("the file system does not tell when '%s' was last changed".formatted(file));
    }
}
