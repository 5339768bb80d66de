package io.tidewheel.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** Where a program writes how many iterations it has done: a count on a line of its own, the last line counts. It may add lines or write anew. */
final class ProgressFile {
    private static final int TAIL_BYTES = 256;
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,19}");

    private final Path file;
    private boolean nonsense;

    private ProgressFile(Path file) {
        this.file = file;
    }

    /** One that says so much, or nothing if that is 0. */
    static ProgressFile in(Path file, long count) throws IOException {
        Files.writeString(file, count == 0 ? "" : count + "\n");
        return new ProgressFile(file);
    }

    /** The last count; empty if there is none. A line that is not finished is left for later. */
    OptionalLong last() {
        try {
            var tail = tail();
            int end = tail.lastIndexOf('\n');
            if (end < 0) return OptionalLong.empty();
            var line = tail.substring(tail.lastIndexOf('\n', end - 1) + 1, end).strip();
            nonsense = !COUNT.matcher(line).matches();
            return nonsense ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(line));
        } catch (IOException | NumberFormatException unreadable) {
            nonsense = true;
            return OptionalLong.empty();
        }
    }

    /** Whether what was last read is no count. */
    boolean isNonsense() {
        return nonsense;
    }

    private String tail() throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) throw new IOException("it is no plain file");
        try (var channel = Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            channel.position(Math.max(0, channel.size() - TAIL_BYTES));
            var bytes = ByteBuffer.allocate(TAIL_BYTES);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // one more piece
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        }
    }
}
