package io.tidewheel.bench;

import io.tidewheel.client.TidewheelClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A server and agents as processes of their own, started like a user starts them. */
public final class BenchCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path folder;
    private final List<String> serverOptions;
    private final List<String> serverJvm;
    private final int port;
    private final List<Process> agents = new CopyOnWriteArrayList<>();
    /** Stops what was started when the bench itself is ended. */
    private final Thread atExit = new Thread(this::stop, "end-of-bench");

    private final HttpClient http = HttpClient.newHttpClient();
    private volatile Process server;

    private BenchCluster(Path folder, List<String> serverOptions, List<String> serverJvm, int port) throws IOException {
        this.folder = folder;
        this.serverOptions = serverOptions;
        this.serverJvm = serverJvm;
        this.port = port;
        this.server = startServer();
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts a server on a folder of its own and waits until it is ready.
     *
     * @param serverOptions further options of {@code server start}
     * @param serverJvm options of its JVM
     */
    public static BenchCluster start(Path folder, List<String> serverOptions, List<String> serverJvm)
            throws IOException, InterruptedException {
        int port;
        try (var socket = new java.net.ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        var cluster = new BenchCluster(folder, serverOptions, serverJvm, port);
        cluster.awaitReady();
        return cluster;
    }

    private Process startServer() throws IOException {
        var arguments = new ArrayList<>(List.of(
                "server", "start", "--data", folder.toString(), "--port", Integer.toString(port), "--agents", "0"));
        arguments.addAll(serverOptions);
        return launch("server", serverJvm, arguments);
    }

    /** Kills the server as if the power failed, starts it again, and tells how long it took until it was ready. */
    Duration killAndRestart() throws IOException, InterruptedException {
        server.destroyForcibly().waitFor();
        long start = System.nanoTime();
        server = startServer();
        awaitReady();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** The same with agents at work, until the server has given work to one of them. */
    Duration killAndRestartUntilWork() throws IOException, InterruptedException {
        var ready = killAndRestart();
        long start = System.nanoTime();
        awaitWork();
        return ready.plusNanos(System.nanoTime() - start);
    }

    /** Waits until the server, in its present life, has given work to an agent. */
    void awaitWork() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try (var rest = rest()) {
            while (rest.figures().value("tidewheel_engine_tasks_started_total") == 0) {
                if (System.nanoTime() > end) throw new IOException("no agent was given work within " + PATIENCE);
                Thread.sleep(5);
            }
        }
    }

    /** How many chains have succeeded since the server was started last. */
    long succeeded() throws IOException, InterruptedException {
        try (var rest = rest()) {
            return rest.figures().succeeded();
        }
    }

    void startAgent(String name, int slots) throws IOException {
        agents.add(launch(
                name,
                List.of("-Xmx256m", "-Xmn4m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                List.of(
                        "agent",
                        "start",
                        "--server",
                        url().toString(),
                        "--token-file",
                        folder.resolve("admin.token").toString(),
                        "--slots",
                        Integer.toString(slots),
                        "--name",
                        name)));
    }

    /** Starts a process with many agents of one slot each that take one chain at a time, all alike. */
    public void startAgents(String name, int count, String capabilities) throws IOException {
        agents.add(launch(
                name,
                List.of("-Xmx1g", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                List.of(
                        "agent",
                        "start",
                        "--server",
                        url().toString(),
                        "--token-file",
                        folder.resolve("admin.token").toString(),
                        "--slots",
                        "1",
                        "--agents",
                        Integer.toString(count),
                        "--capabilities",
                        capabilities,
                        "--monitoring",
                        "0s",
                        // Each of them would start one to see whether it can.
                        "--container-engine",
                        "none",
                        "--log",
                        "warn",
                        "--scratch",
                        folder.resolve("scratch-" + name).toString(),
                        "--name",
                        name)));
    }

    /** Processor time that server and agents have used so far; what machines made on demand use is not in it. */
    public Duration processorTime() {
        var all = new ArrayList<>(agents);
        all.add(server);
        return all.stream()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    public RestCalls rest() throws IOException {
        return new RestCalls(url(), token());
    }

    void stopAgents() {
        agents.forEach(Process::destroy);
        agents.forEach(BenchCluster::end);
        agents.clear();
    }

    private static void end(Process process) {
        try {
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS))
                process.destroyForcibly().waitFor();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    String token() throws IOException {
        return Files.readString(folder.resolve("admin.token")).strip();
    }

    TidewheelClient client() throws IOException {
        return TidewheelClient.connect(url(), token());
    }

    /** Memory that the server's process occupies, in MB. */
    public double serverMegabytes() throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/%d/status".formatted(server.pid())))) {
            if (line.startsWith("VmRSS:")) return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
        }
        return Double.NaN;
    }

    /** Memory in the server's heap that is still needed, in MB: what is left after a full collection. */
    double serverLiveMegabytes() throws IOException, InterruptedException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var histogram = new ProcessBuilder(jcmd, Long.toString(server.pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        try (var lines = histogram.inputReader()) {
            var total = lines.lines().filter(line -> line.startsWith("Total")).findFirst();
            return Double.parseDouble(total.orElseThrow().strip().split("\\s+")[2]) / (1 << 20);
        } finally {
            histogram.waitFor();
        }
    }

    private void awaitReady() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        var request = HttpRequest.newBuilder(url().resolve("/readyz")).build();
        while (true) {
            try {
                if (http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) return;
            } catch (IOException notYet) {
                if (!server.isAlive())
                    throw new IOException("the server ended: see " + folder.resolve("server.log"), notYet);
            }
            if (System.nanoTime() > end) throw new IOException("the server is not ready after " + PATIENCE);
            Thread.sleep(5);
        }
    }

    /** What a user's command says on stdout who works with the server. */
    String command(List<String> words) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(words);
        arguments.addAll(List.of(
                "--server",
                url().toString(),
                "--token-file",
                folder.resolve("admin.token").toString()));
        var log = folder.resolve("command.log");
        var process = builder(List.of(), arguments).redirectError(log.toFile()).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0)
            throw new IOException("'tidewheel %s' ended with %d: %s"
                    .formatted(String.join(" ", words), process.exitValue(), Files.readString(log)));
        return said;
    }

    private Process launch(String name, List<String> jvm, List<String> arguments) throws IOException {
        var log = folder.resolve(name + ".log").toFile();
        return builder(jvm, arguments)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
    }

    private ProcessBuilder builder(List<String> jvm, List<String> arguments) throws IOException {
        var command = new ArrayList<String>();
        var launcher = System.getProperty("tidewheel.launcher");
        if (launcher != null) {
            command.add(launcher);
        } else {
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("--enable-native-access=ALL-UNNAMED");
            command.addAll(jvm);
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.tidewheel.cli.Main"));
        }
        command.addAll(arguments);
        Files.createDirectories(folder);
        var builder = new ProcessBuilder(command);
        // What is measured is what was built when the bench began.
        builder.environment().put("TIDEWHEEL_NO_BUILD", "1");
        builder.environment().put("TIDEWHEEL_JAVA_OPTS", String.join(" ", jvm));
        return builder;
    }

    private void stop() {
        stopAgents();
        end(server);
    }

    @Override
    public void close() {
        stop();
        Runtime.getRuntime().removeShutdownHook(atExit);
        http.close();
    }
}
