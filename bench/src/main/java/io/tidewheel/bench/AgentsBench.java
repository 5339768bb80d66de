package io.tidewheel.bench;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.model.IndexRange;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * What {@code tidewheel bench agents} measures: what many connected agents cost while nothing happens, how they come back all at once, and how many
 * chains pass through agents that take one at a time. The server is a process of its own; the agents are pretended, in this one.
 */
public final class AgentsBench {
    /**
     * What to measure.
     *
     * @param idle how many agents only live; 0 leaves that out
     * @param agents how many are given chains; 0 leaves that out
     * @param chains how many they are given, in an array
     * @param length how long a chain takes
     * @param seconds how long idle agents are watched
     */
    public record Options(int idle, int agents, int chains, Duration length, int seconds) {}

    private static final Duration HEARTBEAT = Duration.ofSeconds(1);
    /** How many agents connect at the same time, whatever the server makes of it. */
    private static final int DIALING = 256;

    private static final long SHORT_NANOS = 2_000_000;

    private static final List<String> SERVER_JVM = List.of("-Xmx1g");

    private final Options options;
    private final Consumer<String> progress;
    private final List<BenchFigure> figures = new ArrayList<>();
    private final LongAdder finished = new LongAdder();

    private AgentsBench(Options options, Consumer<String> progress) {
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
        var bench = new AgentsBench(options, progress);
        Files.createDirectories(scratch);
        if (options.agents > 0) bench.chains(scratch.resolve("chains"));
        if (options.idle > 0) bench.idle(scratch.resolve("idle"));
        bench.figures.forEach(figure -> out.println(json ? figure.json() : figure.row()));
    }

    // --- chains ---

    private void chains(Path folder) throws Exception {
        var setting = "%,d agents, %d ms".formatted(options.agents, options.length.toMillis());
        try (var cluster = BenchCluster.start(folder, List.of(), SERVER_JVM);
                var client = cluster.client();
                var crowd = new Crowd(cluster)) {
            crowd.join(options.agents);
            // What was not compiled yet is not measured.
            work(client, options.chains / 4);
            var server = cluster.processorTime();
            var own = ownTime();
            long began = System.nanoTime();
            work(client, options.chains);
            double seconds = (System.nanoTime() - began) / 1e9;
            add("chains per second", setting, options.chains / seconds, "per second", ">= 10000");
            add(
                    "processor time of the server",
                    setting,
                    each(cluster.processorTime().minus(server)),
                    "us a chain",
                    "");
            add("processor time of pretended agents", setting, each(ownTime().minus(own)), "us a chain", "");
            figuresOf(cluster, setting);
        }
    }

    private double each(Duration time) {
        return time.toNanos() / 1e3 / options.chains;
    }

    private void work(TidewheelClient client, int count) {
        progress.accept("%,d chains".formatted(count));
        var nap = Work.newBuilder()
                .addCommands(
                        Command.newBuilder().setRuntime(Runtime.SLEEP).setSleepMicros(options.length.toNanos() / 1_000))
                .build();
        client.submit(RunOptions.named("naps").withTemplate(nap).withArray(new IndexRange(1, count, 1)), List.of())
                .awaitEnd();
    }

    private void figuresOf(BenchCluster cluster, String setting) throws IOException, InterruptedException {
        try (var rest = cluster.rest()) {
            var figures = rest.figures();
            double chains = Math.max(1, figures.succeeded());
            double turns = figures.value("tidewheel_engine_turn_seconds_count");
            double commits = figures.value("tidewheel_store_commit_seconds_count");
            add("turns of the engine", setting, turns / chains, "a chain", "");
            add("commits", setting, commits / chains, "a chain", "");
        }
    }

    // --- idle ones ---

    private void idle(Path folder) throws Exception {
        var setting = "%,d agents".formatted(options.idle);
        try (var cluster = BenchCluster.start(folder, List.of(), SERVER_JVM);
                var crowd = new Crowd(cluster)) {
            double before = cluster.serverLiveMegabytes();
            long began = System.nanoTime();
            crowd.join(options.idle);
            add("all agents there after", setting, (System.nanoTime() - began) / 1e9, "s", "");
            var used = cluster.processorTime();
            began = System.nanoTime();
            TimeUnit.SECONDS.sleep(options.seconds);
            double seconds = (System.nanoTime() - began) / 1e9;
            double share = cluster.processorTime().minus(used).toNanos() / 1e9 / seconds;
            add("server's share of a core, agents idle", setting, share, "cores", "<= 0.5");
            double bytes = (cluster.serverLiveMegabytes() - before) * (1 << 20);
            add("memory of an idle agent, in the heap", setting, bytes / options.idle / 1e3, "kB", "<= 100");
            storm(cluster, crowd, setting);
        }
    }

    /** The server is killed and started again; each agent tries again as one does, and all of them at once. */
    private void storm(BenchCluster cluster, Crowd crowd, String setting) throws Exception {
        progress.accept("killing the server");
        crowd.leave();
        var ready = cluster.killAndRestart();
        var used = cluster.processorTime();
        long began = System.nanoTime();
        crowd.join(options.idle);
        double seconds = (System.nanoTime() - began) / 1e9;
        add("server ready again after", setting, ready.toNanos() / 1e9, "s", "");
        add("all agents there again after", setting, seconds, "s", "");
        add("attempts refused or broken", setting, crowd.failures.get(), "attempts", "");
        double each = cluster.processorTime().minus(used).toNanos() / 1e3 / options.idle;
        add("processor time of the server", setting, each, "us an agent", "");
    }

    /** Agents that are there at the same time. */
    private final class Crowd implements AutoCloseable {
        private final BenchCluster cluster;
        private final StreamDialer dialer;
        private final String token;
        private final ConcurrentLinkedQueue<PretendedSlot> slots = new ConcurrentLinkedQueue<>();
        private final AtomicInteger failures = new AtomicInteger();
        private volatile boolean over;

        Crowd(BenchCluster cluster) throws IOException {
            this.cluster = cluster;
            this.token = cluster.token();
            this.dialer = new StreamDialer(cluster.url(), Optional.empty(), Duration.ofSeconds(10), LinkLimits.DEFAULT);
            Thread.ofPlatform().daemon().name("beats").start(this::beat);
        }

        void join(int count) throws Exception {
            progress.accept("%,d agents join".formatted(count));
            failures.set(0);
            var dialing = new Semaphore(DIALING);
            for (int number = 1; number <= count; number++) {
                dialing.acquire();
                long session = number;
                Thread.startVirtualThread(() -> {
                    try {
                        slots.add(persistently(session));
                    } finally {
                        dialing.release();
                    }
                });
            }
            try (var rest = cluster.rest()) {
                while (rest.figures().value("tidewheel_agents_slots") < count) TimeUnit.MILLISECONDS.sleep(100);
            }
        }

        private PretendedSlot persistently(long session) {
            while (true) {
                try {
                    return PretendedSlot.join(dialer, token, session, options.length, finished);
                } catch (LinkException refused) {
                    if (failures.getAndIncrement() == 0)
                        progress.accept("the first that was not let in: " + refused.getMessage());
                    pause();
                }
            }
        }

        private void pause() {
            try {
                TimeUnit.MILLISECONDS.sleep(100);
            } catch (InterruptedException ending) {
                throw new IllegalStateException("interrupted while agents joined", ending);
            }
        }

        /** Lets each agent give a heartbeat once a second, evenly spread. */
        private void beat() {
            while (!over) {
                var present = List.copyOf(slots);
                long began = System.nanoTime();
                for (int i = 0; i < present.size(); i++) {
                    if (!present.get(i).beat()) comeBack(present.get(i));
                    parkUntil(began + HEARTBEAT.toNanos() * i / present.size());
                }
                parkUntil(present.isEmpty() ? began + SHORT_NANOS : began + HEARTBEAT.toNanos());
            }
        }

        /** Connects a slot anew whose connection has broken, as agents do. */
        private void comeBack(PretendedSlot broken) {
            if (over || !slots.remove(broken)) return;
            failures.incrementAndGet();
            Thread.startVirtualThread(() -> slots.add(persistently(broken.session())));
        }

        private static void parkUntil(long nanos) {
            long left = nanos - System.nanoTime();
            if (left > SHORT_NANOS / 2) LockSupport.parkNanos(left);
        }

        void leave() {
            for (var slot = slots.poll(); slot != null; slot = slots.poll()) slot.close();
        }

        @Override
        public void close() {
            over = true;
            leave();
        }
    }

    private static Duration ownTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private void add(String name, String setting, double value, String unit, String goal) {
        var figure = new BenchFigure(name, setting, value, unit, goal);
        progress.accept(figure.row());
        figures.add(figure);
    }
}
