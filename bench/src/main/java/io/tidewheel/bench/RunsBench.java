package io.tidewheel.bench;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.model.IndexRange;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What {@code tidewheel bench runs} measures: how many runs of one task each are taken over REST, how long lists of them take while and after that,
 * and the report of a run with very many chains. The server is a process of its own.
 */
public final class RunsBench {
    /**
     * What to measure.
     *
     * @param runs how many, of one task each; 0 leaves them out
     * @param connections over so many at a time
     * @param chains how many the run has of which a report is made; 0 leaves that out
     * @param rounds how often lists and reports are asked for
     */
    public record Options(int runs, int connections, int chains, int rounds) {}

    private static final List<String> SERVER_JVM = List.of("-Xmx512m");
    private static final String RUN =
            "{\"name\":\"single\",\"tasks\":[{\"commands\":[{\"runtime\":\"noop\"}]}],\"labels\":{\"of\":\"bench\"}}";

    private final Options options;
    private final Consumer<String> progress;
    private final List<BenchFigure> figures = new ArrayList<>();

    private RunsBench(Options options, Consumer<String> progress) {
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
        var bench = new RunsBench(options, progress);
        Files.createDirectories(scratch);
        if (options.runs > 0) bench.submissions(scratch.resolve("runs"));
        if (options.chains > 0) bench.report(scratch.resolve("report"));
        bench.figures.forEach(figure -> out.println(json ? figure.json() : figure.row()));
    }

    // --- many runs ---

    private void submissions(Path folder) throws Exception {
        var setting = "%,d runs of one task".formatted(options.runs);
        try (var cluster = BenchCluster.start(folder, List.of(), SERVER_JVM)) {
            submit(cluster, Math.min(5_000, options.runs));
            progress.accept(setting);
            var used = cluster.processorTime();
            long began = System.nanoTime();
            submit(cluster, options.runs);
            double seconds = (System.nanoTime() - began) / 1e9;
            double each = cluster.processorTime().minus(used).toNanos() / 1e3 / options.runs;
            add("submissions over REST", setting, options.runs / seconds, "per second", ">= 2000");
            add("processor time of the server", setting, each, "us a run", "");
            lists(cluster, setting);
        }
    }

    private void submit(BenchCluster cluster, int count) throws Exception {
        var left = new AtomicInteger(count);
        var callers = new ArrayList<Callable<Void>>();
        for (int i = 0; i < options.connections; i++) {
            callers.add(() -> {
                try (var caller = new Caller(cluster)) {
                    while (left.getAndDecrement() > 0) caller.call("POST", "/api/v1/runs", RUN);
                }
                return null;
            });
        }
        try (var threads = Executors.newFixedThreadPool(options.connections)) {
            for (var done : threads.invokeAll(callers)) done.get();
        }
    }

    private void lists(BenchCluster cluster, String setting) throws IOException {
        try (var caller = new Caller(cluster)) {
            for (var path : List.of(
                    "/api/v1/runs?limit=20",
                    "/api/v1/runs?limit=20&state=QUEUED",
                    "/api/v1/runs?limit=20&state=RUNNING",
                    "/api/v1/runs?limit=20&label=of%3Dbench",
                    "/api/v1/runs?limit=20&name=other",
                    "/api/v1/queues",
                    "/metrics")) {
                var millis = new double[options.rounds];
                for (int round = 0; round < options.rounds; round++) {
                    long began = System.nanoTime();
                    caller.call("GET", path, "");
                    millis[round] = (System.nanoTime() - began) / 1e6;
                }
                Arrays.sort(millis);
                add(path + ", p95", setting, millis[(int) (options.rounds * 0.95)], "ms", "<= 300");
            }
        }
    }

    // --- a run of very many chains ---

    private void report(Path folder) throws Exception {
        var setting = "%,d chains".formatted(options.chains);
        try (var cluster = BenchCluster.start(folder, List.of(), SERVER_JVM);
                var client = cluster.client()) {
            cluster.startAgent("worker", 2);
            progress.accept("making " + setting);
            long began = System.nanoTime();
            finish(client);
            add("chains of one array", setting, options.chains / ((System.nanoTime() - began) / 1e9), "per second", "");
            cluster.stopAgents();
            long run;
            try (var rest = cluster.rest()) {
                run = rest.get("/runs?limit=1").path("items").path(0).path("id").asLong();
            }
            try (var caller = new Caller(cluster)) {
                for (int round = 1; round <= options.rounds; round++) {
                    var used = cluster.processorTime();
                    began = System.nanoTime();
                    caller.call("GET", "/api/v1/runs/%d/report".formatted(run), "");
                    add("report, time " + round, setting, (System.nanoTime() - began) / 1e9, "s", "<= 3");
                    var took = cluster.processorTime().minus(used);
                    add("processor time of it", setting, took.toNanos() / 1e9, "s", "");
                }
            }
        }
    }

    private void finish(TidewheelClient client) {
        var noop = Work.newBuilder()
                .addCommands(Command.newBuilder().setRuntime(Runtime.NOOP))
                .build();
        client.submit(
                        RunOptions.named("many").withTemplate(noop).withArray(new IndexRange(1, options.chains, 1)),
                        List.of())
                .awaitEnd();
    }

    /** One connection that is kept, as that of a script that calls again and again. */
    private static final class Caller implements AutoCloseable {
        private static final Duration PATIENCE = Duration.ofMinutes(2);

        private final String host;
        private final String token;
        private final Socket socket;
        private final InputStream in;

        Caller(BenchCluster cluster) throws IOException {
            this.host = cluster.url().getAuthority();
            this.token = cluster.token();
            this.socket = new Socket(cluster.url().getHost(), cluster.url().getPort());
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) PATIENCE.toMillis());
            this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        }

        void call(String method, String path, String body) throws IOException {
            var request =
                    "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n".formatted(method, path, host, token)
                            + (body.isEmpty()
                                    ? "\r\n"
                                    : "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                                            .formatted(body.length(), body));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var status = line();
            long length = -1;
            for (var header = line(); !header.isEmpty(); header = line()) {
                if (header.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                    length = Long.parseLong(header.substring(15).strip());
            }
            if (length >= 0) in.skipNBytes(length);
            else skipChunks();
            if (!status.startsWith("HTTP/1.1 2")) throw new IOException("%s %s: %s".formatted(method, path, status));
        }

        private void skipChunks() throws IOException {
            for (long size = chunk(); size > 0; size = chunk()) {
                in.skipNBytes(size);
                line();
            }
            line();
        }

        private long chunk() throws IOException {
            return Long.parseLong(line().strip(), 16);
        }

        private String line() throws IOException {
            var line = new StringBuilder();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) throw new IOException("the server closed the connection");
                if (next != '\r') line.append((char) next);
            }
            return line.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private void add(String name, String setting, double value, String unit, String goal) {
        var figure = new BenchFigure(name, setting, value, unit, goal);
        progress.accept(figure.row());
        figures.add(figure);
    }
}
