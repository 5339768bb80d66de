package io.tidewheel.agent.runtime;

import io.tidewheel.protocol.wire.Ending;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Runs a command in a container, through the command line of the engine that was found when the agent started. */
final class ContainerRuntime implements CommandRuntime {
    /** By this code docker and podman say that they, not the command, failed. */
    private static final int ENGINE_FAILED = 125;

    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final String NO_ENGINE =
            "this agent has no container engine: install docker, podman or apptainer on it and restart it,"
                    + " or require the capability 'container' so that the task goes to an agent that has one";

    private final ProcessRun processes;
    private final Optional<ContainerCommand> commands;

    ContainerRuntime(ProcessRun processes, Optional<ContainerCommand> commands) {
        this.processes = processes;
        this.commands = commands;
    }

    @Override
    public CommandEnd run(Step step) {
        if (commands.isEmpty()) return CommandEnd.notStarted(127, NO_ENGINE);
        return run(commands.get(), step);
    }

    private CommandEnd run(ContainerCommand container, Step step) {
        var name = container.name(step, "tidewheel-" + step.facts().mark() + "-" + NUMBERS.incrementAndGet());
        try {
            var end = processes.run(container.run(step, name, step.scratch().path()), step);
            if (container.engine().kind().hasNames()) return afterRun(container, name, end);
            return end;
        } catch (IllegalArgumentException badCommand) {
            return CommandEnd.notStarted(126, "" + badCommand.getMessage());
        } catch (IOException trouble) {
            return CommandEnd.notStarted(126, "its working folder could not be made: " + trouble);
        }
    }

    private CommandEnd afterRun(ContainerCommand container, String name, CommandEnd end) {
        // The engine's program may be dead while its container lives on; one that has ended already is no trouble.
        if (!end.isSuccess() && end.ending() != Ending.EXIT_CODE) processes.runQuietly(container.kill(name));
        if (end.ending() != Ending.EXIT_CODE || end.exitCode() != ENGINE_FAILED) return end;
        return CommandEnd.notStarted(
                ENGINE_FAILED,
                "%s could not run the container; its own words are in the output"
                        .formatted(container.engine().program()));
    }
}
