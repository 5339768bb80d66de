package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.ProcessSpec;
import io.tidewheel.protocol.wire.Ending;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Runs a command in a container, through the command line of the engine that was seen to run one. */
final class ContainerRuntime implements CommandRuntime {
    /** By this code docker and podman say that they, not the command, failed. */
    private static final int ENGINE_FAILED = 125;

    /** What a shell says of a command that was ended by SIGKILL. */
    private static final int KILLED = 137;

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final ProcessRun processes;
    private final ContainerProbe probe;
    private final Duration grace;
    private final StandardInput input;

    ContainerRuntime(ProcessRun processes, ContainerProbe probe, Duration grace, StandardInput input) {
        this.processes = processes;
        this.probe = probe;
        this.grace = grace;
        this.input = input;
    }

    @Override
    public CommandEnd run(CommandStep step) {
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

    private CommandEnd run(ContainerCommand container, CommandStep step) {
        var name = container.name(step, "tidewheel-" + step.facts().mark() + "-" + NUMBERS.incrementAndGet());
        try {
            var scratch = step.scratch().path();
            var spec = input.given(container.run(step, name, scratch), step, scratch);
            if (container.isLimited(step.facts())) return runLimited(container, name, spec, step);
            var end = processes.run(spec, step);
            if (container.engine().kind().hasNames()) return afterRun(container, name, end);
            return end;
        } catch (IllegalArgumentException badCommand) {
            return CommandEnd.notStarted(126, "" + badCommand.getMessage());
        } catch (IOException error) {
            return CommandEnd.notStarted(126, "its working folder could not be made: " + error);
        }
    }

    /**
     * The engine is asked whether memory was wanting; some engines do not see it. Then a container that somebody killed, while the machine killed
     * somebody for want of memory, is taken for the one that was meant.
     */
    private CommandEnd runLimited(ContainerCommand container, String name, ProcessSpec spec, CommandStep step) {
        long before = OutOfMemoryKills.onThisMachine();
        var end = afterRun(container, name, processes.run(spec, step));
        if (end.isStopped()) return end;
        boolean isKilled = end.exitCode() == KILLED && OutOfMemoryKills.onThisMachine() > before;
        boolean hasRunOut =
                isKilled || processes.answer(container.hasRunOut(name)).strip().equals("true");
        processes.runQuietly(container.remove(name));
        return hasRunOut
                ? MemoryLimitedRun.outOfMemory(step.facts().given().stated().memoryBytes(), end)
                : end;
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
