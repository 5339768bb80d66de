package io.tidewheel.agent.runtime;

import io.tidewheel.protocol.wire.Ending;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Runs a command in a container, through the command line of the engine that was seen to run one. */
final class ContainerRuntime implements CommandRuntime {
    /** By this code docker and podman say that they, not the command, failed. */
    private static final int ENGINE_FAILED = 125;

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final ProcessRun processes;
    private final ContainerProbe probe;
    private final Duration grace;

    ContainerRuntime(ProcessRun processes, ContainerProbe probe, Duration grace) {
        this.processes = processes;
        this.probe = probe;
        this.grace = grace;
    }

    @Override
    public CommandEnd run(Step step) {
        var finding = probe.await(step.stop(), step.limits());
        if (finding.isEmpty()) {
            return step.stop().isFlipped()
                    ? CommandEnd.of(Ending.CANCELLED, "stopped on request before it was started")
                    : step.limits().over();
        }
        return switch (finding.get()) {
            case ContainerProbe.Finding.Works(var container) -> run(container, step.within(grace));
            case ContainerProbe.Finding.Nothing(var why) -> CommandEnd.notStarted(127, refusal(why));
        };
    }

    private static String refusal(String why) {
        return "this agent cannot run containers: " + why
                + ". Install docker, podman or apptainer so that a container can be run there and restart the agent,"
                + " or require the capability 'container' so that the task goes to an agent that can";
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
        if (!end.isSuccess() && end.ending() != Ending.EXIT_CODE) end(container, name);
        if (end.ending() != Ending.EXIT_CODE || end.exitCode() != ENGINE_FAILED) return end;
        return CommandEnd.notStarted(
                ENGINE_FAILED,
                "%s could not run the container; its own words are in the output".formatted(container.engine()));
    }

    /**
     * The engine's program may be dead while its container lives on, or is only being made; one that has ended already is no trouble. It is
     * killed first, because some engines wait politely when they are only asked to remove it.
     */
    private void end(ContainerCommand container, String name) {
        processes.runQuietly(container.kill(name));
        processes.runQuietly(container.remove(name));
    }
}
