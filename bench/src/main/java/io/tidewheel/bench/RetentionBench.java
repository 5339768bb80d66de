package io.tidewheel.bench;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.model.IndexRange;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.testing.RealPostgres;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * What {@code tidewheel bench retention} measures: how much room a finished no-op takes, how fast old runs are removed beside a running load, what
 * that costs the load, and what becomes of the room. Old runs end one after the other, so that they become due one after the other, too:
 * seconds in which something is removed take turns with such in which nothing is.
 */
public final class RetentionBench {
    /**
     * What to measure.
     *
     * @param stores {@code embedded}, {@code postgres}
     * @param chains how many old chains
     * @param runs in how many runs
     */
    public record Options(Set<String> stores, int chains, int runs, int slots) {}

    /** What has happened within one second or so. */
    private record Second(double seconds, double done, double removed) {}

    private static final List<String> SERVER_JVM = List.of("-Xmx512m");
    private static final Duration WARM_UP = Duration.ofSeconds(15);
    private static final Duration LONGEST = Duration.ofMinutes(20);
    private static final int UNFINISHED = 20_000;

    private final Options options;
    private final PrintStream out;
    private final boolean json;
    private final Consumer<String> progress;

    private RetentionBench(Options options, PrintStream out, boolean json, Consumer<String> progress) {
        this.options = options;
        this.out = out;
        this.json = json;
        this.progress = progress;
    }

    /** Measures and prints, as {@link TasksBench#run} does. */
    public static void run(Options options, Path scratch, boolean json, PrintStream out, Consumer<String> progress)
            throws Exception {
        var bench = new RetentionBench(options, out, json, progress);
        for (var store : options.stores) {
            var folder = Files.createDirectories(scratch.resolve(store));
            if (store.equals("postgres")) {
                try (var postgres = RealPostgres.start()) {
                    var database = postgres.createDatabase();
                    bench.measure(
                            store, folder, List.of("--postgres", database.jdbcUrl()), () -> size(database.jdbcUrl()));
                }
            } else {
                bench.measure(store, folder, List.of(), () -> size(folder));
            }
        }
    }

    /** How large a store is. */
    @FunctionalInterface
    private interface StoreSize {
        long bytes() throws IOException, SQLException;
    }

    private static long size(String jdbcUrl) throws SQLException {
        try (var connection = DriverManager.getConnection(jdbcUrl);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT pg_database_size(current_database())")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static long size(Path folder) throws IOException {
        return Files.size(folder.resolve("tidewheel.db"));
    }

    private void measure(String store, Path folder, List<String> database, StoreSize size) throws Exception {
        long first = System.nanoTime();
        try (var cluster = BenchCluster.start(folder, with(database, "1d"), SERVER_JVM);
                var client = cluster.client()) {
            cluster.startAgent("old-agent", options.slots);
            long empty = size.bytes();
            int each = options.chains / options.runs;
            for (int run = 0; run < options.runs; run++) {
                progress.accept(
                        "%s: making %,d finished chains (%d of %d)".formatted(store, each, run + 1, options.runs));
                finished(client, each);
                if (run == 0) first = System.nanoTime();
            }
            double made = (double) each * options.runs;
            show("room of a finished no-op", store, (size.bytes() - empty) / made, "bytes", "<= 240");
            show("store with old runs", store, size.bytes() / 1e6, "MB", "");
        }
        var due = Duration.ofNanos(System.nanoTime() - first).plus(WARM_UP);
        try (var cluster = BenchCluster.start(folder, with(database, due.toMillis() + "ms"), SERVER_JVM);
                var client = cluster.client()) {
            cluster.startAgent("new-agent", options.slots);
            progress.accept(
                    "%s: a load; the first of the old runs becomes due in %d s".formatted(store, WARM_UP.toSeconds()));
            beside(store, cluster, client);
            TimeUnit.SECONDS.sleep(20); // for what is given back
            show("store with the load's chains alone", store, size.bytes() / 1e6, "MB", "");
        }
    }

    private static List<String> with(List<String> database, String retention) {
        var all = new ArrayList<>(database);
        all.addAll(List.of("--retention", retention));
        return all;
    }

    private static void finished(TidewheelClient client, int count) {
        var array = client.submit(
                RunOptions.named("old").withTemplate(noop()).withArray(new IndexRange(1, count, 1)), List.of());
        array.awaitEnd();
    }

    private static Work noop() {
        return Work.newBuilder()
                .addCommands(Command.newBuilder().setRuntime(Runtime.NOOP))
                .build();
    }

    private void beside(String store, BenchCluster cluster, TidewheelClient client)
            throws IOException, InterruptedException {
        var done = new AtomicLong();
        var run = client.open(RunOptions.named("load"));
        var task = Task.of(noop());
        var stop = new AtomicLong();
        Thread.startVirtualThread(() -> {
            for (long added = 0; stop.get() == 0; added++) {
                run.add(task);
                while (added - done.get() > UNFINISHED) LockSupport.parkNanos(1_000_000);
            }
            run.close();
        });
        var taking = Thread.startVirtualThread(() -> run.forEach(_ -> done.incrementAndGet()));
        var seconds = watch(cluster, done);
        stop.set(1);
        taking.join();
        tell(store, seconds, done.get());
    }

    private List<Second> watch(BenchCluster cluster, AtomicLong done) throws IOException, InterruptedException {
        var seconds = new ArrayList<Second>();
        double target = (double) options.chains / options.runs * options.runs;
        try (var rest = cluster.rest()) {
            long began = System.nanoTime();
            long before = began;
            double doneBefore = 0;
            double removedBefore = 0;
            while (removedBefore < target) {
                if (System.nanoTime() - began > LONGEST.toNanos())
                    throw new IOException(
                            "of %.0f old chains %.0f are removed after %s".formatted(target, removedBefore, LONGEST));
                TimeUnit.SECONDS.sleep(1);
                double removed = rest.figures().value("tidewheel_store_tasks_removed_total");
                long now = System.nanoTime();
                double doneNow = done.get();
                boolean warm = now - began > WARM_UP.toNanos() / 2;
                if (warm) seconds.add(new Second((now - before) / 1e9, doneNow - doneBefore, removed - removedBefore));
                before = now;
                doneBefore = doneNow;
                removedBefore = removed;
            }
        }
        return seconds;
    }

    private void tell(String store, List<Second> seconds, long done) {
        var removing = seconds.stream().filter(each -> each.removed > 0).toList();
        var calm = seconds.stream().filter(each -> each.removed == 0).toList();
        double removed = removing.stream().mapToDouble(Second::removed).sum();
        double took = removing.stream().mapToDouble(Second::seconds).sum();
        show("chains removed, beside a load", store, removed / took, "per second", ">= 100000");
        show("load, while nothing is removed", store, rate(calm), "tasks/s", "");
        show("load, while chains are removed", store, rate(removing), "tasks/s", "");
        show("load while removing, of calm", store, 100 * rate(removing) / rate(calm), "percent", ">= 90");
        show("chains of the load", store, (double) done, "tasks", "");
    }

    private static double rate(List<Second> seconds) {
        return seconds.stream().mapToDouble(Second::done).sum()
                / seconds.stream().mapToDouble(Second::seconds).sum();
    }

    private void show(String name, String setting, double value, String unit, String goal) {
        var figure = new BenchFigure(name, setting, value, unit, goal);
        out.println(json ? figure.json() : figure.row());
        out.flush();
    }
}
