package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.jobs.JobTable;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.RunColumns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the agents of a run do, a line for each slot, and how far its iterative jobs are, asked for now and then; nothing where there is no terminal. */
final class WatchedLanes implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final int NAME = 16;
    private static final int NARROWEST = 10;
    private static final int WIDEST = 150;
    private static final int MOST_LANES = 12;
    private static final int MOST_JOBS = 100;
    private static final int MOST_JOBS_SHOWN = 5;

    private final Console console;
    private final ApiClient api;
    private final long run;
    private final boolean hasJobs;
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile List<String> lines = List.of();

    /** @param hasJobs whether there may be iterative jobs in it */
    WatchedLanes(Console console, ApiClient api, long run, boolean hasJobs) {
        this.hasJobs = hasJobs;
        this.console = console;
        this.api = api;
        this.run = run;
        if (console.errIsTerminal() && !console.isQuiet())
            Thread.ofVirtual().name("lanes").start(this::look);
    }

    /** The lanes in words, as they were at the last look. */
    List<String> lines() {
        return lines;
    }

    private void look() {
        try {
            do lines = asked();
            while (!end.await(BETWEEN_LOOKS.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        } catch (CliError unavailable) {
            // A picture is not worth an error: the progress line goes on.
            lines = List.of();
        }
    }

    private List<String> asked() {
        int cells = Math.clamp(console.width() - NAME - 2L, NARROWEST, WIDEST);
        var path = ApiPaths.of("/runs/%d/timeline".formatted(run))
                .with("width", Integer.toString(cells))
                .with("rows", Integer.toString(MOST_LANES));
        var lines = new ArrayList<>(LaneLines.of(api.get(path.toString()), NAME, console.colorsErr()));
        if (hasJobs) lines.addAll(jobs());
        return lines;
    }

    /** The jobs that are at work, a line for each. */
    private List<String> jobs() {
        var path = ApiPaths.of("/runs/%d/jobs".formatted(run)).with("limit", Integer.toString(MOST_JOBS));
        var lines = new ArrayList<String>();
        for (var job : api.get(path.toString()).path("items"))
            if (lines.size() < MOST_JOBS_SHOWN && RunColumns.text(job, "state").equals("RUNNING"))
                lines.add(JobTable.line(job));
        return lines;
    }

    @Override
    public void close() {
        end.countDown();
    }
}
