package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.ProcessSpec;
import io.tidewheel.protocol.wire.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a command as a process of its own, with its own process group, environment and working folder. */
public final class ProcessRuntime implements CommandRuntime {
    private static final String ENTER = "echo $$ > \"$1\" && shift && exec \"$@\"";

    private final ProcessRun processes;
    private final Map<String, String> environment;
    private final MemoryGroups memory;
    private final Optional<Path> ownInput;

    /**
     * The environment is what every command gets beside its own variables.
     *
     * @param ownInput the only file outside of its folder that a command may read as its standard input
     */
    public ProcessRuntime(
            ProcessRun processes, Map<String, String> environment, MemoryGroups memory, Optional<Path> ownInput) {
        this.processes = processes;
        this.environment = environment;
        this.memory = memory;
        this.ownInput = ownInput;
    }

    @Override
    public CommandEnd run(Step step) {
        try {
            var scratch = step.scratch().path();
            var folder = step.command().getWorkingFolder();
            var spec = new ProcessSpec(
                    step.arguments(),
                    Environment.of(environment, step, scratch),
                    folder.isEmpty() ? scratch : Path.of(folder),
                    step.command().getMergeStderr());
            var input = step.command().getStdinFile();
            var whole = input.isEmpty() ? spec : spec.reading(input(input, scratch));
            long bytes = step.facts().given().stated().memoryBytes();
            return bytes > 0 && memory.work() ? runWithin(bytes, whole, step) : processes.run(whole, step);
        } catch (IllegalArgumentException badCommand) {
            return CommandEnd.notStarted(126, "" + badCommand.getMessage());
        } catch (IOException trouble) {
            return CommandEnd.notStarted(126, "its working folder could not be made: " + trouble);
        }
    }

    /** The agent opens it, and must not open for a command what that could not open itself. */
    private Path input(String name, Path scratch) {
        var file = scratch.resolve(name).normalize();
        if (ownInput.equals(Optional.of(file))) return file;
        if (file.startsWith(scratch) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return file;
        throw new IllegalArgumentException("its standard input '%s' is not here, or no longer".formatted(name));
    }

    /** The shell enters the group and becomes the command, so that nothing of the command is ever outside. */
    private CommandEnd runWithin(long bytes, ProcessSpec spec, Step step) throws IOException {
        try (var group = memory.open(bytes)) {
            var words = new ArrayList<>(
                    List.of("/bin/sh", "-c", ENTER, "sh", group.entrance().toString()));
            words.addAll(spec.argv());
            var end = processes.run(spec.as(words), step);
            if (!group.hasRunOut() || end.isStopped()) return end;
            return CommandEnd.of(
                            Ending.OUT_OF_MEMORY,
                            "ended because it used more than the %,d bytes of memory that it stated".formatted(bytes))
                    .by(end.exitCode(), end.signal())
                    .with(end.usage(), end.result());
        }
    }

    @Override
    public void close() {
        processes.close();
    }
}
