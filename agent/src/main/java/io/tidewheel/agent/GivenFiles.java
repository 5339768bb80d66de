package io.tidewheel.agent;

import io.tidewheel.agent.runtime.CommandEnd;
import io.tidewheel.agent.runtime.OneLine;
import io.tidewheel.agent.runtime.ScratchFolder;
import io.tidewheel.protocol.wire.GivenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Puts the small files that come with a chain into its folder. */
final class GivenFiles {
    private GivenFiles() {}

    /** A success if there was nothing to do. */
    static CommandEnd write(List<GivenFile> files, ScratchFolder scratch) {
        for (var file : files) {
            try {
                write(file, scratch.path());
            } catch (IOException | IllegalArgumentException error) {
                return CommandEnd.notStarted(
                        126, "its file '%s' could not be made: %s".formatted(file.getPath(), OneLine.of(error)));
            }
        }
        return CommandEnd.SUCCESS;
    }

    private static void write(GivenFile file, Path folder) throws IOException {
        var target = folder.resolve(file.getPath()).normalize();
        if (!target.startsWith(folder) || target.equals(folder)) {
            throw new IllegalArgumentException("it lies outside of the chain's own folder");
        }
        var parent = target.getParent();
        if (parent != null) Files.createDirectories(parent);
        Files.write(target, file.getContent().toByteArray());
    }
}
