package io.tidewheel.trials.faults;

import io.tidewheel.client.Commands;
import io.tidewheel.client.Task;
import java.nio.file.Path;

/** Tasks that leave a trace in a file when they begin and when they end. */
final class Workload {
    /** Says what happened, to which attempt of which task, on which agent, in which process. */
    private static final String TRACE = """
        trace() { echo "$1 $TIDEWHEEL_TASK_ID $TIDEWHEEL_ATTEMPT $TIDEWHEEL_AGENT $2" >> "$TRACE"; }
        """;

    private static final int EVERY = 40;

    private final Task noop = Task.of(Commands.noop());
    private final Task process;

    private Workload(Task process) {
        this.process = process;
    }

    /** Most tasks do nothing, some are short processes. */
    static Workload mixed(Path effects) {
        return new Workload(traced(effects, "sleep 0.0$((TIDEWHEEL_TASK_ID % 7))"));
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
        return Task.of(Commands.process("/bin/sh", "-c", whole).putEnvironment("TRACE", effects.toString()));
    }
}
