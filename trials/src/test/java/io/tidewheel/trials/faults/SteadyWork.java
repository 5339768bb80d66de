package io.tidewheel.trials.faults;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/** A client that always has some short tasks under way, one more for each result that comes, and notes when results came. */
final class SteadyWork implements AutoCloseable {
    /** So many tasks are under way at a time. After more results than these some were of tasks that were added meanwhile. */
    static final int UNDER_WAY = 8;

    /** Says on which agent which task began when, in milliseconds. */
    private static final String BEAT = """
        echo "$TIDEWHEEL_AGENT $NAME/$TIDEWHEEL_TASK_ID $(date +%s%3N)" >> "$BEATS"
        sleep 0.3
        """;

    private final TaskRun run;
    private final Task task;
    private final List<Long> arrivals = new CopyOnWriteArrayList<>();
    private final Semaphore room = new Semaphore(UNDER_WAY);
    private final Thread adding;
    private volatile boolean isOver;

    SteadyWork(TidewheelClient client, String name, Path beats) {
        this.task = Task.of(TaskCommands.process("/bin/sh", "-c", BEAT)
                .putEnvironment("NAME", name)
                .putEnvironment("BEATS", beats.toString()));
        this.run = client.open(RunOptions.named(name));
        run.onResult(_ -> {
            arrivals.add(System.currentTimeMillis());
            room.release();
        });
        this.adding = Thread.ofVirtual().name(name).start(this::add);
    }

    private void add() {
        while (!isOver) {
            room.acquireUninterruptibly();
            run.add(task);
        }
    }

    /** When results came, in milliseconds. */
    List<Long> arrivals() {
        return List.copyOf(arrivals);
    }

    @Override
    public void close() {
        isOver = true;
        room.release();
        try {
            adding.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
        run.close();
        run.awaitEnd();
    }
}
