package io.tidewheel.cli.workflows;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.FailureWords;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.workflow.imports.DaxReader;
import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.WfFormatReader;
import io.tidewheel.workflow.text.ReadResult;
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
        return name.endsWith(".json") && WfFormatReader.isInstance(text(path, name));
    }

    /** Reads the file at {@code path}, which the user calls {@code name}. */
    public static ReadResult<TaskGraph> read(Path path, String name) {
        var text = text(path, name);
        if (WfFormatReader.isLikely(text)) return WfFormatReader.read(text);
        if (DaxReader.isLikely(text)) return DaxReader.read(text);
        return new ReadResult<>(Optional.empty(), List.of(WfFormatReader.neither()), List.of());
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
            throw CliError.usage(name + " is not text in UTF-8");
        } catch (IOException unreadable) {
            throw CliError.usage("%s cannot be read: %s".formatted(name, FailureWords.of(unreadable)));
        }
    }

    private static CliError tooLarge(String name) {
        return CliError.usage("%s is larger than %s".formatted(name, HumanNumbers.bytes(MAX_BYTES)));
    }
}
