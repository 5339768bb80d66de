package io.tidewheel.bench;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.testing.RealPostgres;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What {@code tidewheel bench tasks} measures: throughput of no-ops and of /bin/true, the round trip of one task on an idle system,
 * efficiency with short tasks, memory and restart with a million queued, for both stores and deliveries; and beside it the limits of the
 * machine. Client, server and agent are processes of their own.
 */
public final class TasksBench {
    /**
     * What to measure.
     *
     * @param stores {@code embedded}, {@code postgres}
     * @param noops how many no-ops for the throughput
     * @param commands how many runs of /bin/true
     * @param trips how many single tasks for the round trip
     * @param queued how many tasks wait for the figures with a backlog; 0 leaves them out
     */
    public record Options(
            Set<String> stores, int noops, int commands, int trips, int queued, int slots, boolean efficiency) {}

    private static final List<String> SERVER_JVM = List.of("-Xmx512m");

    private final Options options;
    private final Consumer<String> progress;
    private final List<BenchFigure> figures = new ArrayList<>();

    private TasksBench(Options options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    /**
     * Measures and prints: JSON lines or a table to {@code out}, what is going on to {@code progress}.
     *
     * @param scratch an empty folder on the disk that is to be measured; it is used and left behind
     */
    public static void run(Options options, Path scratch, boolean json, PrintStream out, Consumer<String> progress)
            throws Exception {
        var bench = new TasksBench(options, progress);
        bench.measure(scratch);
        bench.figures.forEach(figure -> out.println(json ? figure.json() : figure.row()));
    }

    private void measure(Path scratch) throws Exception {
        Files.createDirectories(scratch);
        progress.accept("the machine's own limits");
        add("machine fsync", "append 512 bytes", MachineLimits.fsyncsPerSecond(scratch, 1_000), "per second", "");
        for (var store : options.stores) {
            if (store.equals("postgres")) {
                try (var postgres = RealPostgres.start()) {
                    var database = postgres.createDatabase();
                    measure(scratch.resolve("postgres"), store, List.of("--postgres", database.jdbcUrl()));
                }
            } else {
                measure(scratch.resolve("embedded"), store, List.of());
            }
        }
    }

    private void measure(Path folder, String store, List<String> serverOptions) throws Exception {
        try (var cluster = BenchCluster.start(folder, serverOptions, SERVER_JVM);
                var client = cluster.client()) {
            cluster.startAgent("bench-agent", options.slots);
            progress.accept(store + ": warming up");
            for (int i = 0; i < 5; i++) throughput(client, noop(), 30_000, Delivery.EXACTLY_ONCE);
            noops(client, store);
            roundTrip(client, store, folder);
            commands(client, store);
            if (options.efficiency) efficiency(client, store);
            if (options.queued > 0) backlog(cluster, client, store);
        }
    }

    /** Both deliveries take turns: they differ by less than the machine does from one minute to the next. */
    private void noops(TidewheelClient client, String store) {
        progress.accept("%s: %,d no-ops, exactly-once and at-least-once taking turns".formatted(store, options.noops));
        throughput(client, noop(), options.noops, Delivery.AT_LEAST_ONCE);
        int rounds = 7;
        var exactly = new double[rounds];
        var atLeast = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            exactly[i] = throughput(client, noop(), options.noops, Delivery.EXACTLY_ONCE);
            atLeast[i] = throughput(client, noop(), options.noops, Delivery.AT_LEAST_ONCE);
        }
        var goal = store.equals("embedded") ? ">= 25000" : ">= 15000";
        add("no-op throughput", store + ", exactly-once", median(exactly), "tasks/s", goal);
        add("no-op throughput", store + ", at-least-once", median(atLeast), "tasks/s", "");
        add("at-least-once against exactly-once", store, median(ratios(atLeast, exactly)), "ratio", ">= 1");
    }

    /** The machine's limits take turns with ours, so that whatever else it does disturbs them alike. */
    private void commands(TidewheelClient client, String store) throws Exception {
        progress.accept("%s: %,d x /bin/true, taking turns with xargs and a bare posix_spawn loop"
                .formatted(store, options.commands));
        int rounds = 5;
        // So rare an event takes the server's compiler long to learn.
        throughput(client, command("/bin/true"), 4 * options.commands, Delivery.EXACTLY_ONCE);
        MachineLimits.spawnsPerSecond(options.commands);
        var ours = new double[rounds];
        var xargs = new double[rounds];
        var spawn = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            spawn[i] = MachineLimits.spawnsPerSecond(options.commands);
            ours[i] = throughput(client, command("/bin/true"), options.commands, Delivery.EXACTLY_ONCE);
            xargs[i] = MachineLimits.xargsPerSecond(options.commands);
        }
        add("machine posix_spawn loop", "2 parents, /bin/true", median(spawn), "per second", "");
        add("machine xargs -P2 -n1", "/bin/true", median(xargs), "per second", "");
        add("/bin/true throughput", store, median(ours), "tasks/s", "");
        add("/bin/true against xargs", store, median(ratios(ours, xargs)), "ratio", ">= 1.2");
        add("/bin/true against posix_spawn", store, median(ratios(ours, spawn)), "ratio", ">= 0.8");
        for (var peer : PeerSystem.ALL) compare(peer, client, store);
    }

    /** The ratios of what was measured one right after the other, since the machine is not equally fast at all times. */
    private static double[] ratios(double[] ours, double[] theirs) {
        var ratios = new double[ours.length];
        for (int i = 0; i < ratios.length; i++) ratios[i] = ours[i] / theirs[i];
        return ratios;
    }

    /** A peer that is not there, or does not do the work, gets a row that says so: nobody takes it for beaten, or for faster. */
    private void compare(PeerSystem peer, TidewheelClient client, String store) throws Exception {
        var name = "/bin/true against " + peer.name();
        try {
            peer.checkWork(freePort());
            int few = Math.max(2, options.commands / 20 * 2);
            var ratios = new double[3];
            for (int i = 0; i < ratios.length; i++) {
                double theirs = peer.perSecond(few, freePort());
                ratios[i] = throughput(client, command("/bin/true"), few, Delivery.EXACTLY_ONCE) / theirs;
            }
            add(name, store, median(ratios), "ratio", "> 1");
        } catch (PeerSystem.NoFigure why) {
            add(BenchFigure.none(name, store, String.valueOf(why.getMessage())));
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** A task and its result are two commits one after the other; so the same two waits for the disk take turns with it. */
    private void roundTrip(TidewheelClient client, String store, Path folder) throws IOException {
        progress.accept("%s: %,d single tasks on the idle system".formatted(store, options.trips));
        var run = client.open(RunOptions.named("round trips").withTemplate(noop()));
        // So rare an event takes the server's compiler long to learn.
        for (int i = 0; i < 4 * options.trips; i++) trip(run);
        var millis = new double[options.trips];
        var disk = new double[options.trips];
        try (var syncs = new MachineLimits.TwoSyncs(folder)) {
            for (int i = 0; i < options.trips; i++) {
                millis[i] = trip(run);
                disk[i] = syncs.measure();
            }
        }
        run.close();
        Arrays.sort(millis);
        Arrays.sort(disk);
        boolean hasGoal = store.equals("embedded");
        add("machine fsync twice p50", "16 KiB each", disk[disk.length / 2], "ms", "");
        add("machine fsync twice p99", "16 KiB each", disk[disk.length * 99 / 100], "ms", "");
        add("idle round trip p50", store, millis[millis.length / 2], "ms", hasGoal ? "<= 3" : "");
        add("idle round trip p99", store, millis[millis.length * 99 / 100], "ms", hasGoal ? "<= 10" : "");
    }

    /** In milliseconds. */
    private static double trip(TaskRun run) {
        long start = System.nanoTime();
        run.add(Task.withParameter(""));
        run.take();
        return (System.nanoTime() - start) / 1e6;
    }

    private void efficiency(TidewheelClient client, String store) {
        for (var each :
                List.of(new Length(10, 400, "97"), new Length(100, 100, "99.5"), new Length(1_000, 30, "99.9"))) {
            progress.accept("%s: %,d tasks of %d ms on %d slots"
                    .formatted(store, each.tasks * options.slots, each.millis, options.slots));
            int tasks = each.tasks * options.slots;
            double seconds =
                    tasks / throughput(client, sleep(Duration.ofMillis(each.millis)), tasks, Delivery.EXACTLY_ONCE);
            double ideal = each.tasks * each.millis / 1e3;
            add(
                    "efficiency",
                    "%s, %d ms tasks".formatted(store, each.millis),
                    100 * ideal / seconds,
                    "percent",
                    ">= " + each.goal);
        }
    }

    private record Length(int millis, int tasks, String goal) {}

    private void backlog(BenchCluster cluster, TidewheelClient client, String store)
            throws IOException, InterruptedException {
        progress.accept("%s: queueing %,d tasks one by one without agents".formatted(store, options.queued));
        cluster.stopAgents();
        var run = client.open(RunOptions.named("backlog").withoutResults());
        long start = System.nanoTime();
        var task = Task.of(noop());
        for (int i = 0; i < options.queued; i++) run.add(task);
        run.durable().join();
        run.close();
        add("submission", store, options.queued * 1e9 / (System.nanoTime() - start), "tasks/s", "");
        add("server memory, queued " + options.queued, store, cluster.serverMegabytes(), "MB resident", "heap <= 512");
        progress.accept(store + ": killing and restarting the server with all of them queued");
        add(
                "restart with " + options.queued + " queued",
                store,
                cluster.killAndRestart().toMillis() / 1e3,
                "seconds",
                "<= 2");
        var watch = client.watch(run.id());
        cluster.startAgent("bench-agent-2", options.slots);
        cluster.awaitWork();
        progress.accept(store + ": killing and restarting it again, with an agent at work");
        add(
                "restart with them and an agent, until it has work",
                store,
                cluster.killAndRestartUntilWork().toMillis() / 1e3,
                "seconds",
                "<= 2");
        progress.accept(store + ": working them off");
        start = System.nanoTime();
        watch.awaitEnd();
        add(
                "no-op throughput, from a backlog",
                store,
                cluster.succeeded() * 1e9 / (System.nanoTime() - start),
                "tasks/s",
                "no slowdown");
        add("server memory after them", store, cluster.serverMegabytes(), "MB resident", "heap <= 512");
        progress.accept(store + ": an array of " + options.queued);
        start = System.nanoTime();
        var array = client.submit(
                RunOptions.named("array").withTemplate(noop()).withArray(new IndexRange(1, options.queued, 1)),
                List.of());
        array.awaitEnd();
        add("no-op array throughput", store, options.queued * 1e9 / (System.nanoTime() - start), "tasks/s", "");
    }

    /** Submits the tasks one by one and waits for the result of each. */
    private static double throughput(TidewheelClient client, Work work, int count, Delivery delivery) {
        var task = Task.of(work);
        long start = System.nanoTime();
        var run = client.open(RunOptions.named("bench").withDelivery(delivery));
        Thread.startVirtualThread(() -> {
            for (int i = 0; i < count; i++) run.add(task);
            run.close();
        });
        int seen = 0;
        for (var result : run) {
            if (!result.succeeded()) throw new IllegalStateException("a task of the benchmark failed: " + result);
            seen++;
        }
        if (seen != count) throw new IllegalStateException("%d results for %d tasks".formatted(seen, count));
        return count * 1e9 / (System.nanoTime() - start);
    }

    private static Work noop() {
        return Work.newBuilder()
                .addCommands(Command.newBuilder().setRuntime(Runtime.NOOP))
                .build();
    }

    private static Work sleep(Duration howLong) {
        return Work.newBuilder()
                .addCommands(Command.newBuilder().setRuntime(Runtime.SLEEP).setSleepMicros(howLong.toNanos() / 1_000))
                .build();
    }

    private static Work command(String program) {
        return Work.newBuilder()
                .addCommands(Command.newBuilder().addAllArguments(Collections.singleton(program)))
                .build();
    }

    private static double median(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private void add(String name, String setting, double value, String unit, String goal) {
        add(new BenchFigure(name, setting, value, unit, goal));
    }

    private void add(BenchFigure figure) {
        figures.add(figure);
        progress.accept("  " + figure.row().strip());
    }
}
