package io.tidewheel.agent;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a program keeps what it needs to go on from, in another try or on another machine: a small file whose first line is the count it stands
 * for. The program replaces it whole.
 */
final class CheckpointFile {
    static final int MOST_BYTES = 256 << 10;

    private static final Pattern COUNT = Pattern.compile("[0-9]{1,18}");

    private final Path file;
    private @Nullable FileTime seen;

    CheckpointFile(Path file) {
        this.file = file;
    }

    /** Puts there what an earlier try has kept; answers its count. */
    OptionalLong restore(ByteString content) throws IOException {
        var count = count(content);
        if (count.isPresent()) Files.write(file, content.toByteArray());
        return count;
    }

    /** What is new since the last look; empty if nothing is, or it cannot be used. */
    ByteString news() {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return ByteString.EMPTY;
            var facts = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (facts.lastModifiedTime().equals(seen) || facts.size() > MOST_BYTES) return ByteString.EMPTY;
            seen = facts.lastModifiedTime();
            var content = ByteString.copyFrom(Files.readAllBytes(file));
            return count(content).isPresent() ? content : ByteString.EMPTY;
        } catch (IOException vanished) {
            return ByteString.EMPTY;
        }
    }

    /** What was seen is to be told again. */
    void forget() {
        seen = null;
    }

    private static OptionalLong count(ByteString content) {
        var start = content.substring(0, Math.min(content.size(), 40)).toString(StandardCharsets.ISO_8859_1);
        int end = start.indexOf('\n');
        if (end < 0 || content.size() > MOST_BYTES) return OptionalLong.empty();
        var line = start.substring(0, end).strip();
        return COUNT.matcher(line).matches() ? OptionalLong.of(Long.parseLong(line)) : OptionalLong.empty();
    }
}
