package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.ProcessSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Runs a command as a process of its own, with its own process group, environment and working folder. */
public final class ProcessRuntime implements CommandRuntime {
    private final ProcessRun processes;
    private final Map<String, String> environment;
    private final Optional<Path> ownInput;

    /**
     * The environment is what every command gets beside its own variables.
     *
     * @param ownInput the only file outside of its folder that a command may read as its standard input
     */
    public ProcessRuntime(ProcessRun processes, Map<String, String> environment, Optional<Path> ownInput) {
        this.processes = processes;
        this.environment = environment;
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
            return processes.run(input.isEmpty() ? spec : spec.reading(input(input, scratch)), step);
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

    @Override
    public void close() {
        processes.close();
    }
}
