package io.tidewheel.bench;

import io.tidewheel.protocol.Dialer;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code tidewheel bench jobs} measures: how long a partition waits for the answer to its report, over an agent's connection and over the paths
 * of foreign sites, and how much of a core a server needs for many partitions. The server is a process of its own; agents and sites are pretended.
 */
public final class JobsBench {
    /**
     * What to measure.
     *
     * @param partitions how many report every second
     * @param many how many report every twenty seconds, from a hundred agents; 0 leaves it out
     * @param seconds how long each is measured
     */
    public record Options(int partitions, int many, int seconds) {}

    private static final int AGENTS = 100;
    private static final Duration EVERY = Duration.ofSeconds(20);
    private static final String SECRET = "secret-of-the-bench";
    private static final int CALLERS = 8;
    /** A server that has just been started still compiles what it does most; how long, is said beside the figures. */
    private static final int WARM_UP_SECONDS = 30;

    private final Options options;
    private final Consumer<String> progress;
    private final List<Figure> figures = new ArrayList<>();

    private JobsBench(Options options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    /**
     * Measures and prints: JSON lines or a table to {@code out}, what is going on to {@code progress}.
     *
     * @param scratch a folder for the server's data; it is used and left behind
     */
    public static void run(Options options, Path scratch, boolean json, PrintStream out, Consumer<String> progress)
            throws Exception {
        var bench = new JobsBench(options, progress);
        bench.measure(scratch);
        bench.figures.forEach(figure -> out.println(json ? figure.json() : figure.row()));
    }

    private void measure(Path scratch) throws Exception {
        Files.createDirectories(scratch);
        var secret = Files.writeString(scratch.resolve("secret"), SECRET);
        var words = List.of(
                "--tascaas-secret-file",
                secret.toString(),
                "--tascaas-max-partitions",
                Integer.toString(options.partitions));
        try (var cluster = Cluster.start(scratch.resolve("data"), words, List.of("-Xmx512m"));
                var rest = cluster.rest()) {
            agents(cluster, rest, options.partitions, 1, Duration.ofSeconds(1), true);
            sites(cluster, rest);
            if (options.many > 0) agents(cluster, rest, options.many, AGENTS, EVERY, false);
        }
    }

    private void agents(Cluster cluster, Rest rest, int parts, int count, Duration every, boolean latency)
            throws Exception {
        var setting = "%d, every %d s, %d agents".formatted(parts, every.toSeconds(), count);
        progress.accept("partitions reporting: " + setting);
        long run = submit(rest, parts, every);
        var agents = new ArrayList<PretendedAgent>();
        try {
            for (int i = 0; i < count; i++) agents.add(join(cluster, i + 1, (parts + count - 1) / count, every));
            awaitRunning(rest, run, parts);
            TimeUnit.SECONDS.sleep(Math.max(every.toSeconds(), WARM_UP_SECONDS));
            agents.forEach(PretendedAgent::forget);
            var before = cluster.processorTime();
            long began = System.nanoTime();
            TimeUnit.SECONDS.sleep(Math.max(options.seconds, every.toSeconds()));
            double seconds = (System.nanoTime() - began) / 1e9;
            double used = cluster.processorTime().minus(before).toMillis() / 1e3;
            var millis = agents.stream()
                    .flatMapToDouble(PretendedAgent::millis)
                    .sorted()
                    .toArray();
            if (latency) add(millis, "report over an agent's connection", setting);
            else add("reports answered", setting, millis.length / seconds, "per second", "");
            add("server's share of a core", setting, used / seconds, "cores", latency ? "" : "<= 0.5");
        } finally {
            agents.forEach(PretendedAgent::close);
            rest.post("/runs/" + run + "/kill", Rest.object());
        }
    }

    static long submit(Rest rest, int parts, Duration every) throws IOException, InterruptedException {
        var body = Rest.object();
        body.put("iterations", 1L << 50);
        body.put("target", "10d");
        body.put("partitions", parts);
        body.put("maxPartitions", parts);
        body.put("reportEvery", every.toSeconds());
        body.putArray("command").add("pretended");
        body.putArray("requires").add(PretendedAgent.CAPABILITY);
        return rest.post("/jobs", body).path("id").asLong();
    }

    static PretendedAgent join(Cluster cluster, int number, int slots, Duration every)
            throws IOException, LinkException {
        var dialer = new Dialer(cluster.url(), Optional.empty(), Duration.ofSeconds(10), LinkLimits.DEFAULT);
        return PretendedAgent.join(dialer, cluster.token(), number, slots, every);
    }

    static void awaitRunning(Rest rest, long run, int parts) throws IOException, InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (rest.get("/runs/" + run + "/job").path("running").asInt() < parts) {
            if (System.nanoTime() > end) throw new IOException("not all partitions have begun after two minutes");
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** The same over HTTP, as RUPER-LB's clients report. */
    private void sites(Cluster cluster, Rest rest) throws Exception {
        var setting = "%d, every 1 s, 1 site".formatted(options.partitions);
        progress.accept("partitions of a foreign site reporting: " + setting);
        var body = Rest.object();
        body.put("file", "bench.config");
        body.put(
                "text",
                "{\"iterations\": 1e15, \"time\": 1000000, \"inputFile\": \"bench.config\", \"initWorkers\": %d}"
                        .formatted(options.partitions));
        long run = rest.post("/sites/jobs", body).path("id").asLong();
        try (var http = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
                var callers = Executors.newFixedThreadPool(CALLERS)) {
            var base = cluster.url() + "/tascaas";
            var site = json(get(http, base + "/node/register?secret=%s&slots=1&maxSlots=1".formatted(SECRET)));
            var taken = json(get(
                    http,
                    base + "/node/%s/jobs?slots=%d".formatted(site.path("id").asString(), options.partitions)));
            var job = taken.path("configs").path(0).path("ID").asString();
            var lb = base + "/lb/" + job;
            for (int i = 0; i < options.partitions; i++) get(http, lb + "/start?worker=%d&dt=0".formatted(i));
            report(http, callers, lb, 1, WARM_UP_SECONDS);
            add(report(http, callers, lb, WARM_UP_SECONDS + 1, options.seconds), "report over HTTP", setting);
        } finally {
            rest.post("/runs/" + run + "/kill", Rest.object());
        }
    }

    /**
     * All partitions report once a second, evenly spread; answers how long each answer took, in milliseconds.
     *
     * @param first which second of the job it is
     */
    private double[] report(HttpClient http, ExecutorService callers, String lb, int first, int seconds)
            throws InterruptedException {
        var millis = new ConcurrentLinkedQueue<Double>();
        var all = new ArrayList<CompletableFuture<Void>>();
        long began = System.nanoTime();
        for (int i = 0; i < CALLERS; i++) {
            int caller = i;
            all.add(CompletableFuture.runAsync(
                    () -> {
                        for (int second = first; second < first + seconds; second++) {
                            for (int worker = caller; worker < options.partitions; worker += CALLERS) {
                                long due = began
                                        + (second - first) * 1_000_000_000L
                                        + worker * (1_000_000_000L / options.partitions);
                                sleepUntil(due);
                                long sent = System.nanoTime();
                                get(
                                        http,
                                        lb
                                                + "/report?worker=%d&nIter=%d&dt=%d"
                                                        .formatted(worker, second * 1_000L, second));
                                millis.add((System.nanoTime() - sent) / 1e6);
                            }
                        }
                    },
                    callers));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        return millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private static void sleepUntil(long nanos) {
        try {
            long left = nanos - System.nanoTime();
            if (left > 0) TimeUnit.NANOSECONDS.sleep(left);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private static String get(HttpClient http, String url) {
        try {
            var answer = http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
            return answer.body();
        } catch (IOException gone) {
            throw new IllegalStateException("no answer to " + url, gone);
        } catch (InterruptedException ending) {
            throw new IllegalStateException(ending);
        }
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text);
    }

    private void add(double[] sorted, String name, String setting) {
        if (sorted.length == 0) throw new IllegalStateException("nothing was answered: " + name);
        add(name + ", mean", setting, Arrays.stream(sorted).average().orElse(0), "ms", "");
        add(name + ", p99", setting, sorted[(int) (sorted.length * 0.99)], "ms", "<= 5");
        add(name + ", most", setting, sorted[sorted.length - 1], "ms", "");
        add("reports answered", setting, sorted.length / (double) options.seconds, "per second", "");
    }

    private void add(String name, String setting, double value, String unit, String goal) {
        var figure = new Figure(name, setting, value, unit, goal);
        progress.accept(figure.row());
        figures.add(figure);
    }
}
