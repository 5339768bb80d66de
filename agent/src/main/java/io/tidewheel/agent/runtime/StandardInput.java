package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.ProcessSpec;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file that a command reads. The agent opens it, and must not open for a command what that could not open itself.
 *
 * @param own the only file outside of its folder that a command may read
 */
record StandardInput(Optional<Path> own) {
    /** The same with the file to read, if the command names one. */
    ProcessSpec given(ProcessSpec spec, CommandStep step, Path scratch) {
        var name = step.command().getStdinFile();
        return name.isEmpty() ? spec : spec.reading(file(name, scratch));
    }

    private Path file(String name, Path scratch) {
        var file = scratch.resolve(name).normalize();
        if (own.equals(Optional.of(file))) return file;
        if (file.startsWith(scratch) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return file;
        throw new IllegalArgumentException("its standard input '%s' is not here, or no longer".formatted(name));
    }
}
