package io.tidewheel.agent;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a {@link JvmTask} can know of itself. Any thread of the task may use it until the call returns. */
public interface JvmContext {
    long run();

    int index();

    int attempt();

    /** Run, index and attempt in one word: hand it to other systems so that they can refuse writes of a superseded attempt. */
    String token();

    /** The task's own value; empty if it has none. */
    String parameter();

    /** What stood behind the name of the class, as in {@code run --jvm CLASS -- first second}. */
    List<String> arguments();

    /** When the task will be ended, if there is a limit. */
    Optional<Instant> deadline();

    /** A folder for the task alone; it is removed afterwards. Made at the first call. */
    Path scratch();

    /** Writes a line to the task's standard output. */
    void print(String line);

    /** Whether the task should end now. */
    boolean isStopping();
}
