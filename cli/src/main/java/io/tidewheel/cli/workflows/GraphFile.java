package io.tidewheel.cli.workflows;

import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.text.Reasons;
import io.tidewheel.cli.text.Shown;
import io.tidewheel.workflow.imports.Dax;
import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.WfFormat;
import io.tidewheel.workflow.text.Reading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** A workflow of another system in a file: WfFormat or DAX, perhaps compressed with gzip. */
public final class GraphFile {
    private static final int MAX_BYTES = 256 << 20;

    private GraphFile() {}

    /** True if the file, by its name or by what is in it, is no workflow of ours. */
    static boolean isOne(Path path, String name) {
        if (name.matches(".*\\.(dax|xml|gz)")) return true;
        return name.endsWith(".json") && WfFormat.isInstance(text(path, name));
    }

    /** Reads the file at {@code path}, which the user calls {@code name}. */
    public static Reading<TaskGraph> read(Path path, String name) {
        var text = text(path, name);
        if (WfFormat.isLikely(text)) return WfFormat.read(text);
        if (Dax.isLikely(text)) return Dax.read(text);
        return new Reading<>(Optional.empty(), List.of(WfFormat.neither()), List.of());
    }

    private static String text(Path path, String name) {
        try {
            if (Files.size(path) > MAX_BYTES) throw tooLarge(name);
            var bytes = Files.readAllBytes(path);
            boolean zipped = bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
            if (zipped) {
                try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                    bytes = in.readNBytes(MAX_BYTES + 1);
                }
                if (bytes.length > MAX_BYTES) throw tooLarge(name);
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException binary) {
            throw Trouble.usage(name + " is not text in UTF-8");
        } catch (IOException unreadable) {
            throw Trouble.usage("%s cannot be read: %s".formatted(name, Reasons.of(unreadable)));
        }
    }

    private static Trouble tooLarge(String name) {
        return Trouble.usage("%s is larger than %s".formatted(name, Shown.bytes(MAX_BYTES)));
    }
}
