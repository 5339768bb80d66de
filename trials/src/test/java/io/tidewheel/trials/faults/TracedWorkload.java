package io.tidewheel.trials.faults;

import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import java.nio.file.Path;

/** Tasks that leave a trace in a file when they begin and when they end. */
final class TracedWorkload {
    /** Says what happened, to which attempt of which task, on which agent, in which process. */
    private static final String TRACE = """
        trace() { echo "$1 $TIDEWHEEL_TASK_ID $TIDEWHEEL_ATTEMPT $TIDEWHEEL_AGENT $2" >> "$TRACE"; }
        """;

    private static final int EVERY = 40;

    private final Task noop = Task.of(TaskCommands.noop());
    private final Task process;

    private TracedWorkload(Task process) {
        this.process = process;
    }

    /** Most tasks do nothing, some are short processes. */
    static TracedWorkload mixed(Path effects) {
        return new TracedWorkload(traced(effects, "sleep 0.0$((TIDEWHEEL_TASK_ID % 7))"));
    }

    static boolean isProcess(int index) {
        return index % EVERY == 0;
    }

    Task task(int index) {
        return isProcess(index) ? process : noop;
    }

    /** A task that runs a shell script between its two traces. The script may call {@code trace WORD PROCESS} itself. */
    static Task traced(Path effects, String script) {
        var whole = TRACE + "trace begin $$\n" + script + "\ntrace end $$\n";
        return Task.of(TaskCommands.process("/bin/sh", "-c", whole).putEnvironment("TRACE", effects.toString()));
    }
}
