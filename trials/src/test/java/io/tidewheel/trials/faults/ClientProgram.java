package io.tidewheel.trials.faults;

import io.tidewheel.client.ClientLinks;
import io.tidewheel.client.ClientOptions;
import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * A client as a process: adds tasks to a run, never far ahead of the results, until there are enough of them; then closes the
 * run and waits for its end. Whatever it comes to know it writes to its history. Started again, it goes on with the same run.
 */
final class ClientProgram {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final int AHEAD = 3_000;
    private static final int CHUNK = 250;

    private final NamedArguments arguments;
    private final TracedWorkload workload;
    private final Writer history;
    private final Semaphore room = new Semaphore(AHEAD);

    private ClientProgram(NamedArguments arguments, Writer history) {
        this.arguments = arguments;
        this.workload = TracedWorkload.mixed(Path.of(arguments.text("effects")));
        this.history = history;
    }

    public static void main(String[] words) throws Exception {
        var arguments = NamedArguments.of(words);
        try (var history = Files.newBufferedWriter(Path.of(arguments.text("history")))) {
            new ClientProgram(arguments, history).run();
        }
    }

    private void run() throws Exception {
        var links = ClientLinks.to(URI.create(arguments.text("server")), arguments.text("token"));
        try (var client = connect(links)) {
            var run = client.open(RunOptions.named("chaos").withKey(arguments.text("key")));
            write("made %d".formatted(run.made()), true);
            var end = run.onResult(result -> {
                write(ClientHistory.line(result), result.index() % 50 == 0);
                room.release();
            });
            add(run);
            run.close();
            write("closed", true);
            var summary = end.get();
            write(
                    "end %d %d %d %d"
                            .formatted(summary.size(), summary.succeeded(), summary.failed(), summary.cancelled()),
                    true);
        }
    }

    /** The server may be down at the moment. */
    private static TidewheelClient connect(ClientLinks links) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return TidewheelClient.connect(links, ClientOptions.DEFAULT);
            } catch (io.tidewheel.client.ClientException.Unreachable error) {
                if (System.nanoTime() > deadline) throw error;
                FaultPause.of(Duration.ofMillis(50));
            }
        }
    }

    private void add(TaskRun run) throws Exception {
        var enough = Path.of(arguments.text("enough"));
        int least = arguments.number("least");
        int most = arguments.number("most");
        for (int index = 0; index < most; ) {
            boolean old = index < run.made();
            if (!old && index >= least && Files.exists(enough)) return;
            for (int i = 0; i < CHUNK && index < most; i++, index++) run.add(workload.task(index));
            if (old) continue;
            run.durable().get();
            write("safe " + index, true);
            room.acquire(CHUNK);
        }
    }

    private synchronized void write(String line, boolean flush) {
        try {
            history.write(line + "\n");
            if (flush) history.flush();
        } catch (IOException error) {
            throw new UncheckedIOException("cannot write the history", error);
        }
    }
}
