package io.tidewheel.server.sites;

import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.RunId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** What is kept as objects of jobs that foreign sites do: their results with small reports beside them, which run each is, and marks of jobs that have ended. */
public final class SiteObjects {
    private static final int MOST_BYTES = 1_000;
    private static final Pattern RESULT = Pattern.compile("output/results/([^/]+)/worker-([0-9]{1,9})/results\\.dat");

    private final ObjectStore objects;

    public SiteObjects(ObjectStore objects) {
        this.objects = objects;
    }

    public static ObjectName result(String job, int worker) {
        return new ObjectName("output/results/%s/worker-%d/results.dat".formatted(job, worker));
    }

    public static ObjectName report(String job, int worker) {
        return new ObjectName("output/results/%s/worker-%d/balance.rep".formatted(job, worker));
    }

    /** The job and the partition whose result an object is. */
    public record Result(String job, int worker) {}

    public static Optional<Result> resultOf(ObjectName name) {
        var parts = RESULT.matcher(name.text());
        return parts.matches()
                ? Optional.of(new Result(parts.group(1), Integer.parseInt(parts.group(2))))
                : Optional.empty();
    }

    private static ObjectName run(String job) {
        return new ObjectName("jobs/runs/" + job);
    }

    /** Which run a job is: to be kept before a site hears of it, so that each that a site can name is found again. */
    public void keepRun(String job, RunId run) {
        put(run(job), run.toString());
    }

    public Optional<RunId> runOf(String job) {
        try {
            return objects.find(run(job)).map(_ -> new RunId(Long.parseLong(text(run(job)))));
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
    }

    private static ObjectName ended(String job) {
        return new ObjectName("jobs/ended/" + job);
    }

    public void keepEnd(String job) {
        put(ended(job), "ended");
    }

    public boolean hasEnded(String job) {
        try {
            return objects.find(ended(job)).isPresent();
        } catch (IllegalArgumentException noName) {
            return false;
        }
    }

    public void put(ObjectName name, String text) {
        var bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        objects.put(name, bytes::read, Math.max(MOST_BYTES, text.length() * 4L), Optional.empty());
    }

    public String text(ObjectName name) {
        var bytes = new ByteArrayOutputStream();
        try {
            objects.get(name, bytes::write);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
