package io.tidewheel.cli.jobs;

import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.api.Api;
import io.tidewheel.cli.progress.Numbers;
import io.tidewheel.cli.text.Json;
import java.time.Duration;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** How many iterations of a job are done, for a progress line; asks the server no more often than is worth it. */
public final class JobNumbers implements Supplier<Numbers> {
    private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();

    private final Api api;
    private final long run;
    private Numbers last = new Numbers(0, 0, 0, 0, 0);
    private long asked = System.nanoTime() - PAUSE_NANOS;

    public JobNumbers(Api api, long run) {
        this.api = api;
        this.run = run;
    }

    @Override
    public synchronized Numbers get() {
        if (System.nanoTime() - asked < PAUSE_NANOS) return last;
        asked = System.nanoTime();
        try {
            last = of(api.get("/runs/" + run + "/job?history=0"));
        } catch (Trouble unreachable) {
            return last; // a server may be restarted meanwhile
        }
        return last;
    }

    /** What is stored, and what those at work have told. */
    static Numbers of(JsonNode job) {
        long done = Json.number(job, "stored");
        for (var part : job.path("partitions")) {
            var state = Json.text(part, "state").orElse("");
            if (state.equals("RUNNING") || state.equals("FINISHED")) done += Json.number(part, "iterations");
        }
        long all = Json.number(job, "iterations");
        return new Numbers(all, Math.min(all, done), 0, 0, 0);
    }
}
