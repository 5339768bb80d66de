package io.tidewheel.bench;

import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.StreamDialer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
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
     * @param many how many report every twenty seconds, from a hundred agents, and then from a hundred foreign sites; 0 leaves both out
     * @param seconds how long each is measured
     */
    public record Options(int partitions, int many, int seconds) {}

    /** How many agents, and then sites, report at the same time. */
    private static final int CROWD = 100;

    private static final Duration EVERY = Duration.ofSeconds(20);
    private static final String SECRET = "secret-of-the-bench";
    private static final int CALLERS = 8;
    private static final String QUICK = "<= 5";
    /** A server that has just been started still compiles what it does most; how long, is said beside the figures. */
    private static final int WARM_UP_SECONDS = 30;

    private final Options options;
    private final Consumer<String> progress;
    private final List<BenchFigure> figures = new ArrayList<>();

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
                Integer.toString(Math.max(options.partitions, options.many)));
        try (var cluster = BenchCluster.start(scratch.resolve("data"), words, List.of("-Xmx512m"));
                var rest = cluster.rest()) {
            agents(cluster, rest, options.partitions, 1, Duration.ofSeconds(1), true);
            sites(cluster, rest);
            if (options.many > 0) {
                agents(cluster, rest, options.many, CROWD, EVERY, false);
                manySites(cluster, rest);
            }
        }
    }

    private void agents(BenchCluster cluster, RestCalls rest, int parts, int count, Duration every, boolean latency)
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
            double[] echo;
            try (var bare = BareEcho.start(true)) {
                TimeUnit.SECONDS.sleep(Math.max(options.seconds, every.toSeconds()));
                echo = bare.millis();
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            double used = cluster.processorTime().minus(before).toMillis() / 1e3;
            var millis = agents.stream()
                    .flatMapToDouble(PretendedAgent::millis)
                    .sorted()
                    .toArray();
            add(millis, "report over an agent's connection", setting, latency ? QUICK : "");
            if (latency) addNoise(millis, echo, "report over an agent's connection", setting);
            add("reports answered", setting, millis.length / seconds, "per second", "");
            add("server's share of a core", setting, used / seconds, "cores", latency ? "" : "<= 0.5");
        } finally {
            agents.forEach(PretendedAgent::close);
            rest.post("/runs/" + run + "/kill", RestCalls.object());
        }
    }

    static long submit(RestCalls rest, int parts, Duration every) throws IOException, InterruptedException {
        var body = RestCalls.object();
        body.put("iterations", 1L << 50);
        body.put("target", "10d");
        body.put("partitions", parts);
        body.put("maxPartitions", parts);
        body.put("reportEvery", every.toSeconds());
        body.putArray("command").add("pretended");
        body.putArray("requires").add(PretendedAgent.CAPABILITY);
        return rest.post("/jobs", body).path("id").asLong();
    }

    static PretendedAgent join(BenchCluster cluster, int number, int slots, Duration every)
            throws IOException, LinkException {
        var dialer = new StreamDialer(cluster.url(), Optional.empty(), Duration.ofSeconds(10), LinkLimits.DEFAULT);
        return PretendedAgent.join(dialer, cluster.token(), number, slots, every);
    }

    static void awaitRunning(RestCalls rest, long run, int parts) throws IOException, InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (rest.get("/runs/" + run + "/job").path("running").asInt() < parts) {
            if (System.nanoTime() > end) throw new IOException("not all partitions have begun after two minutes");
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** The same over HTTP, as RUPER-LB's clients report: each call on a connection of its own. */
    private void sites(BenchCluster cluster, RestCalls rest) throws Exception {
        var setting = "%d, every 1 s, 1 site".formatted(options.partitions);
        progress.accept("partitions of a foreign site reporting: " + setting);
        long run = submitForeign(rest, options.partitions);
        try (var callers = Executors.newFixedThreadPool(CALLERS)) {
            var base = cluster.url() + "/tascaas";
            var lb = base + "/lb/" + join(base, options.partitions);
            for (int i = 0; i < options.partitions; i++) get(lb + "/start?worker=%d&dt=0".formatted(i));
            var load = new Load(options.partitions, Duration.ofSeconds(1), callers, _ -> lb);
            load.report(0, WARM_UP_SECONDS);
            try (var bare = BareEcho.start(false)) {
                var millis = load.report(WARM_UP_SECONDS, options.seconds);
                add(millis, "report over HTTP", setting, QUICK);
                addNoise(millis, bare.millis(), "report over HTTP", setting);
            }
        } finally {
            rest.post("/runs/" + run + "/kill", RestCalls.object());
        }
    }

    /** Many partitions of one job over many sites. */
    private void manySites(BenchCluster cluster, RestCalls rest) throws Exception {
        var setting = "%d, every %d s, %d sites".formatted(options.many, EVERY.toSeconds(), CROWD);
        progress.accept("partitions of foreign sites reporting: " + setting);
        long run = submitForeign(rest, options.many);
        try (var callers = Executors.newFixedThreadPool(CALLERS)) {
            var base = cluster.url() + "/tascaas";
            int each = (options.many + CROWD - 1) / CROWD;
            // A site speaks for its own partitions alone; they are handed out in their order.
            var sites = new ArrayList<String>();
            for (int i = 0; i < CROWD; i++) sites.add(base + "/lb/" + join(base, each));
            IntFunction<String> lb = partition -> sites.get(partition / each);
            for (int i = 0; i < options.many; i++) get(lb.apply(i) + "/start?worker=%d&dt=0".formatted(i));
            var load = new Load(options.many, EVERY, callers, lb);
            load.report(0, 2);
            var before = cluster.processorTime();
            long began = System.nanoTime();
            int rounds = Math.max(1, options.seconds / (int) EVERY.toSeconds());
            var millis = load.report(2, rounds);
            double seconds = (System.nanoTime() - began) / 1e9;
            double used = cluster.processorTime().minus(before).toMillis() / 1e3;
            add(millis, "report over HTTP", setting, "");
            add("reports answered", setting, millis.length / seconds, "per second", "");
            add("server's share of a core", setting, used / seconds, "cores", "<= 0.5");
        } finally {
            rest.post("/runs/" + run + "/kill", RestCalls.object());
        }
    }

    private static long submitForeign(RestCalls rest, int parts) throws IOException, InterruptedException {
        var body = RestCalls.object();
        body.put("file", "bench.config");
        body.put(
                "text",
                "{\"iterations\": 1e15, \"time\": 1000000, \"inputFile\": \"bench.config\", \"initWorkers\": %d}"
                        .formatted(parts));
        return rest.post("/sites/jobs", body).path("id").asLong();
    }

    /** A site that takes as many partitions; answers of which job they are. */
    private static String join(String base, int parts) {
        var site = json(get(base + "/node/register?secret=%s&slots=%d&maxSlots=%d".formatted(SECRET, parts, parts)));
        var taken = json(
                get(base + "/node/%s/jobs?slots=%d".formatted(site.path("id").asString(), parts)));
        if (taken.path("configs").size() != parts)
            throw new IllegalStateException("a site got %d partitions instead of %d"
                    .formatted(taken.path("configs").size(), parts));
        return taken.path("configs").path(0).path("ID").asString();
    }

    /**
     * Partitions that all report so often, evenly spread.
     *
     * @param lb the address of the job's balancer, for whoever has the partition
     */
    private record Load(int parts, Duration every, ExecutorService callers, IntFunction<String> lb) {
        /**
         * Answers how long each answer took, in milliseconds, ascending.
         *
         * @param first how many rounds of reports there were before
         */
        double[] report(int first, int rounds) {
            var millis = new ConcurrentLinkedQueue<Double>();
            var all = new ArrayList<CompletableFuture<Void>>();
            long began = System.nanoTime();
            for (int i = 0; i < CALLERS; i++) {
                int caller = i;
                all.add(CompletableFuture.runAsync(() -> call(caller, first, rounds, began, millis), callers));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
            return millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        }

        private void call(int caller, int first, int rounds, long began, Collection<Double> millis) {
            for (int round = 0; round < rounds; round++) {
                long seconds = (first + round + 1) * every.toSeconds();
                for (int worker = caller; worker < parts; worker += CALLERS) {
                    sleepUntil(began + round * every.toNanos() + worker * (every.toNanos() / parts));
                    long sent = System.nanoTime();
                    get(lb.apply(worker)
                            + "/report?worker=%d&nIter=%d&dt=%d".formatted(worker, seconds * 1_000L, seconds));
                    millis.add((System.nanoTime() - sent) / 1e6);
                }
            }
        }
    }

    private static void sleepUntil(long nanos) {
        try {
            long left = nanos - System.nanoTime();
            if (left > 0) TimeUnit.NANOSECONDS.sleep(left);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** On a connection of its own. */
    private static String get(String url) {
        var address = URI.create(url);
        try (var socket = new Socket(address.getHost(), address.getPort())) {
            var asked = "GET %s?%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                    .formatted(address.getRawPath(), address.getRawQuery(), address.getAuthority());
            socket.getOutputStream().write(asked.getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!answer.startsWith("HTTP/1.1 200")) throw new IllegalStateException(answer);
            return answer.substring(answer.indexOf("\r\n\r\n") + 4);
        } catch (IOException gone) {
            throw new IllegalStateException("no answer to " + url, gone);
        }
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text);
    }

    private void add(double[] sorted, String name, String setting, String goal) {
        if (sorted.length == 0) throw new IllegalStateException("nothing was answered: " + name);
        add(name + ", mean", setting, Arrays.stream(sorted).average().orElse(0), "ms", "");
        add(name + ", p99", setting, p99(sorted), "ms", goal);
        add(name + ", most", setting, sorted[sorted.length - 1], "ms", "");
    }

    private static double p99(double[] sorted) {
        return sorted[(int) (sorted.length * 0.99)];
    }

    /** What the machine alone has made of an answer at the same time, over the same kind of connection. */
    private void addNoise(double[] sorted, double[] echo, String name, String setting) {
        if (echo.length == 0) throw new IllegalStateException("no echo was answered beside: " + name);
        add(
                "bare echo at the same time, mean",
                setting,
                Arrays.stream(echo).average().orElse(0),
                "ms",
                "");
        add("bare echo at the same time, p99", setting, p99(echo), "ms", "");
        add(name + ", p99", setting, p99(sorted) / p99(echo), "x echo's p99", "");
    }

    private void add(String name, String setting, double value, String unit, String goal) {
        var figure = new BenchFigure(name, setting, value, unit, goal);
        progress.accept(figure.row());
        figures.add(figure);
    }
}
