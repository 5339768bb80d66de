package io.tidewheel.cli.jobs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.progress.ProgressNumbers;
import io.tidewheel.cli.text.JsonText;
import java.time.Duration;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** How many iterations of a job are done, for a progress line; asks the server no more often than is worth it. */
public final class JobNumbers implements Supplier<ProgressNumbers> {
    private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();

    private final ApiClient api;
    private final long run;
    private ProgressNumbers last = new ProgressNumbers(0, 0, 0, 0, 0);
    private long asked = System.nanoTime() - PAUSE_NANOS;

    public JobNumbers(ApiClient api, long run) {
        this.api = api;
        this.run = run;
    }

    @Override
    public synchronized ProgressNumbers get() {
        if (System.nanoTime() - asked < PAUSE_NANOS) return last;
        asked = System.nanoTime();
        try {
            last = of(api.get("/runs/" + run + "/job?history=0"));
        } catch (CliError unreachable) {
            return last; // a server may be restarted meanwhile
        }
        return last;
    }

    /** What is stored, and what those at work have told. */
    static ProgressNumbers of(JsonNode job) {
        long done = JsonText.number(job, "stored");
        for (var part : job.path("partitions")) {
            var state = JsonText.text(part, "state").orElse("");
            if (state.equals("RUNNING") || state.equals("FINISHED")) done += JsonText.number(part, "iterations");
        }
        long all = JsonText.number(job, "iterations");
        return new ProgressNumbers(all, Math.min(all, done), 0, 0, 0);
    }
}
