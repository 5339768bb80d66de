package io.tidewheel.trials.faults;

import io.tidewheel.client.Commands;
import io.tidewheel.client.Task;
import java.nio.file.Path;

/** Which task has which index: most do nothing, some are processes that leave a trace when they begin and when they end. */
final class Workload {
    private static final int EVERY = 40;
    private static final String TRACE = """
        echo "begin $TIDEWHEEL_TASK_ID $TIDEWHEEL_ATTEMPT $TIDEWHEEL_AGENT" >> "$TRACE"
        sleep 0.0$((TIDEWHEEL_TASK_ID %% 7))
        echo "end $TIDEWHEEL_TASK_ID $TIDEWHEEL_ATTEMPT $TIDEWHEEL_AGENT" >> "$TRACE"
        """.replace("%%", "%");

    private final Task noop = Task.of(Commands.noop());
    private final Task process;

    Workload(Path effects) {
        process = Task.of(Commands.process("/bin/sh", "-c", TRACE).putEnvironment("TRACE", effects.toString()));
    }

    static boolean isProcess(int index) {
        return index % EVERY == 0;
    }

    Task task(int index) {
        return isProcess(index) ? process : noop;
    }
}
