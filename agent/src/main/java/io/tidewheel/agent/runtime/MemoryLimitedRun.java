package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.CommandNotStarted;
import io.tidewheel.agent.process.ProcessSpec;
import io.tidewheel.protocol.wire.Ending;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs a process within the memory that its chain states, where the machine lets that be limited. */
final class MemoryLimitedRun implements AutoCloseable {
    private static final String ENTER = "echo $$ > \"$1\" && shift && exec \"$@\"";

    private final ProcessRun processes;
    private final MemoryGroups memory;

    MemoryLimitedRun(ProcessRun processes, MemoryGroups memory) {
        this.processes = processes;
        this.memory = memory;
    }

    CommandEnd run(ProcessSpec spec, CommandStep step) throws IOException {
        long bytes = step.facts().given().stated().memoryBytes();
        return bytes > 0 && memory.work() ? runWithin(bytes, spec, step) : processes.run(spec, step);
    }

    /**
     * The shell enters the group and becomes the command, so that nothing of the command is ever outside. What can be told of a command that
     * cannot be started is told before: the shell would only have a code for it.
     */
    private CommandEnd runWithin(long bytes, ProcessSpec spec, CommandStep step) throws IOException {
        var error = CommandNotStarted.foreseen(spec);
        if (error.isPresent())
            return CommandEnd.notStarted(error.get().exitCode(), error.get().message());
        try (var group = memory.open(bytes)) {
            var words = new ArrayList<>(
                    List.of("/bin/sh", "-c", ENTER, "sh", group.entrance().toString()));
            words.addAll(spec.argv());
            var end = processes.run(spec.as(words), step);
            return group.hasRunOut() && !end.isStopped() ? outOfMemory(bytes, end) : end;
        }
    }

    /** The same end, with its true reason. */
    static CommandEnd outOfMemory(long bytes, CommandEnd end) {
        return CommandEnd.of(
                        Ending.OUT_OF_MEMORY,
                        "ended because it used more than the %,d bytes of memory that it stated".formatted(bytes))
                .by(end.exitCode(), end.signal())
                .with(end.usage(), end.result());
    }

    @Override
    public void close() {
        processes.close();
    }
}
