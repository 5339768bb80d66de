package io.tidewheel.cli.run;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.LogLines;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The output of all tasks of a run on a server, task after task, on its way to the screen while the run goes on. */
final class FollowedLogs {
    private final Console console;
    private final ApiClient api;
    private final long run;
    private final List<Thread> threads = new ArrayList<>();

    FollowedLogs(Console console, ApiClient api, long run) {
        this.console = console;
        this.api = api;
        this.run = run;
    }

    void start() {
        start("stdout", console.rawOut(), console.outIsTerminal());
        start("stderr", console.rawErr(), console.errIsTerminal());
    }

    private void start(String stream, OutputStream to, boolean terminal) {
        threads.add(Thread.ofVirtual().name(stream).start(() -> {
            try (var out = new LogLines(to, "", null, terminal)) {
                api.copy("/runs/%d/logs?follow=true&stream=%s".formatted(run, stream), out);
            } catch (LogLines.ReaderGone gone) {
                return; // the run goes on all the same
            } catch (IOException | CliError broken) {
                console.err()
                        .println("tidewheel: run %d: its %s is broken off: %s; see it with: tidewheel logs %d"
                                .formatted(run, stream, broken.getMessage(), run));
            }
        }));
    }

    /** Waits until all has been shown, and says what was not kept. */
    void awaitEnd() throws InterruptedException {
        for (var thread : threads) thread.join();
        new CutOutputNotes(console, api, run).tell(OptionalInt.empty(), _ -> true);
    }
}
