package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.ProcessSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Runs a command as a process of its own, with its own process group, environment and working folder. */
final class ProcessRuntime implements CommandRuntime {
    private final MemoryLimitedRun processes;
    private final Map<String, String> environment;
    private final StandardInput input;

    /** The environment is what every command gets beside its own variables. */
    ProcessRuntime(MemoryLimitedRun processes, Map<String, String> environment, StandardInput input) {
        this.processes = processes;
        this.environment = environment;
        this.input = input;
    }

    @Override
    public CommandEnd run(CommandStep step) {
        try {
            var scratch = step.scratch().path();
            var folder = step.command().getWorkingFolder();
            var spec = new ProcessSpec(
                    step.arguments(),
                    CommandEnvironment.of(environment, step, scratch),
                    folder.isEmpty() ? scratch : Path.of(folder),
                    step.command().getMergeStderr());
            return processes.run(input.given(spec, step, scratch), step);
        } catch (IllegalArgumentException badCommand) {
            return CommandEnd.notStarted(126, "" + badCommand.getMessage());
        } catch (IOException error) {
            return CommandEnd.notStarted(126, "its working folder could not be made: " + error);
        }
    }

    @Override
    public void close() {
        processes.close();
    }
}
