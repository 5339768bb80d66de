package io.tidewheel.server.sites;

import io.tidewheel.balancing.BalancedJob;
import io.tidewheel.balancing.JobBalancer;
import io.tidewheel.balancing.Partition;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.RunId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What must outlast the server about partitions at foreign sites: one small object for each, written when a partition is handed out, begins, ends, or
 * is stored. How far it is meanwhile is kept with the job, shortly after each report.
 */
public final class SitePartitionRecords {
    private static final int MOST_BYTES = 1_000;
    private static final int MOST_PARTITIONS = 100_000;
    private static final Pattern RESULT = Pattern.compile("output/results/([^/]+)/worker-([0-9]{1,9})/results\\.dat");

    private final ObjectStore objects;

    public SitePartitionRecords(ObjectStore objects) {
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

    private static ObjectName row(RunId run, int partition) {
        return new ObjectName("jobs/%s/%d".formatted(run, partition));
    }

    private static ObjectName ended(String job) {
        return new ObjectName("jobs/ended/" + job);
    }

    /** Durable when it returns. */
    public void keep(RunId run, Partition part) {
        var site = part.site().isEmpty() ? "-" : part.site();
        var text = switch (part.state()) {
            case PartitionState.Running running ->
                "running %s %d %d"
                        .formatted(site, running.told(), running.since().toEpochMilli());
            case PartitionState.Finished done -> numbers("finished", site, done.count(), done.speed(), done.at());
            case PartitionState.Stored done -> numbers("stored", site, done.count(), done.speed(), done.at());
            case PartitionState.Queued _, PartitionState.Lost _, PartitionState.Withdrawn _ -> "queued " + site;
        };
        put(row(run, part.index()), text);
    }

    /** Somebody was offered a partition, and may begin it until then. */
    public record Offered(int partition, String site, Instant until) {}

    public void keep(RunId run, Offered offered) {
        put(row(run, offered.partition), "offered %s %d".formatted(offered.site, offered.until.toEpochMilli()));
    }

    /** What was offered and has not begun. */
    public List<Offered> offered(RunId run) {
        var found = new ArrayList<Offered>();
        for (var each : objects.list("jobs/%s/".formatted(run), Optional.empty(), MOST_PARTITIONS)) {
            var words = text(each.name()).strip().split(" ", -1);
            var index = index(each.name());
            if (index.isPresent() && words.length == 3 && words[0].equals("offered"))
                found.add(new Offered(index.getAsInt(), words[1], Instant.ofEpochMilli(Long.parseLong(words[2]))));
        }
        return found;
    }

    /** The partitions that sites have, offered, begun or done there; or those that they ever had. */
    public Set<Integer> taken(RunId run, boolean ever) {
        var found = new HashSet<Integer>();
        for (var each : objects.list("jobs/%s/".formatted(run), Optional.empty(), MOST_PARTITIONS)) {
            var index = index(each.name());
            if (index.isPresent() && (ever || !text(each.name()).startsWith("queued"))) found.add(index.getAsInt());
        }
        return found;
    }

    private static String numbers(String state, String site, long count, double speed, Instant at) {
        return String.format(Locale.ROOT, "%s %s %d %.9e %d", state, site, count, speed, at.toEpochMilli());
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

    /**
     * The job as it was when the server ended, but for what was reported since a partition began.
     *
     * @param began when the job did, if it did: no partition began before
     */
    public BalancedJob restored(BalancedJob job, RunId run, String id, Optional<Instant> began, Instant now) {
        var found = objects.list("jobs/%s/".formatted(run), Optional.empty(), MOST_PARTITIONS);
        int most = job.partitions().size();
        for (var each : found) most = Math.max(most, index(each.name()).orElse(0) + 1);
        var restored = JobBalancer.enlarged(job, most, now);
        for (var each : found) {
            var index = index(each.name());
            if (index.isPresent()) restored = with(restored, index.getAsInt(), text(each.name()), id, began, now);
        }
        return restored;
    }

    private BalancedJob with(BalancedJob job, int index, String text, String id, Optional<Instant> began, Instant now) {
        var words = text.strip().split(" ", -1);
        var site = words.length > 1 && !words[1].equals("-") ? words[1] : "";
        // A result that came while the server was going down counts.
        boolean begun = !words[0].equals("queued") && !words[0].equals("offered");
        boolean isThere = begun && objects.find(result(id, index)).isPresent();
        return switch (words[0]) {
            case "running" -> {
                long told = words.length > 2 ? Long.parseLong(words[2]) : 0;
                var since = time(words, 3).or(() -> began).orElse(now);
                var running = JobBalancer.resumed(
                        job, index, site, 0, told, job.goal().iterations(), since);
                yield isThere ? JobBalancer.stored(running, index, now).job() : running;
            }
            case "finished" -> {
                var at = time(words, 4).orElse(now);
                var state = new PartitionState.Finished(at, Long.parseLong(words[2]), Double.parseDouble(words[3]));
                var done = JobBalancer.restored(job, new Partition(index, site, state), now);
                yield isThere ? JobBalancer.stored(done, index, now).job() : done;
            }
            case "stored" -> {
                var at = time(words, 4).orElse(now);
                var state = new PartitionState.Stored(at, Long.parseLong(words[2]), Double.parseDouble(words[3]));
                yield JobBalancer.restored(job, new Partition(index, site, state), now);
            }
            default -> job;
        };
    }

    /** Rows of older servers have no times. */
    private static Optional<Instant> time(String[] words, int place) {
        return words.length > place
                ? Optional.of(Instant.ofEpochMilli(Long.parseLong(words[place])))
                : Optional.empty();
    }

    private static OptionalInt index(ObjectName name) {
        var last = name.text().substring(name.text().lastIndexOf('/') + 1);
        return last.matches("[0-9]{1,6}") ? OptionalInt.of(Integer.parseInt(last)) : OptionalInt.empty();
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
