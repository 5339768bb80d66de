package io.tidewheel.bench;

import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.check.CheckContext;
import io.tidewheel.workflow.check.WorkflowCheck;
import io.tidewheel.workflow.text.ServiceReader;
import io.tidewheel.workflow.text.WorkflowReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * What {@code tidewheel bench workflows} measures: chains per second of workflows that do nothing and of /bin/true beside the machine's own
 * limit, the time from one dependency level to the next, a very long loop, and a very large graph. Server and agent are processes of their
 * own; the workflows are submitted as text, as users submit them.
 */
public final class WorkflowsBench {
    /**
     * What to measure; a number of 0 leaves the figure out.
     *
     * @param few a small number of no-ops, three times
     * @param many a large number of no-ops, once
     * @param commands how many runs of /bin/true, five times
     * @param levels how many dependency levels
     * @param items how many items the long loop has
     * @param actions how many actions the large graph has
     */
    public record Options(int few, int many, int commands, int levels, int items, int actions, int slots) {}

    private static final Set<String> OPEN = Set.of("QUEUED", "RUNNING", "HELD");
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    static final String SERVICES = """
        - id: nothing
          name: nothing
          description: does nothing
          path: nothing
          runtime: noop
          parameters:
            - {id: in, name: in, description: anything, type: input, cardinality: 0..n}
        - id: truth
          name: truth
          description: succeeds
          path: /bin/true
          runtime: other
          parameters: []
        """;

    private final Options options;
    private final Consumer<String> progress;
    private final List<BenchFigure> figures = new ArrayList<>();

    private WorkflowsBench(Options options, Consumer<String> progress) {
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
        var bench = new WorkflowsBench(options, progress);
        bench.measure(scratch);
        bench.figures.forEach(figure -> out.println(json ? figure.json() : figure.row()));
    }

    private void measure(Path scratch) throws Exception {
        if (options.actions > 0) lint();
        try (var cluster = BenchCluster.start(scratch.resolve("data"), List.of(), List.of("-Xmx1g"));
                var rest = cluster.rest()) {
            cluster.startAgent("bench-agent", options.slots);
            progress.accept("warming up");
            for (int i = 0; i < 3; i++) end(rest, rest.submitWorkflow(loop("nothing", 5_000), SERVICES));
            if (options.few > 0) noops(rest, options.few, 3);
            if (options.many > 0) noops(rest, options.many, 1);
            if (options.levels > 0) levels(rest);
            if (options.commands > 0) commands(rest);
            if (options.actions > 0) graph(rest);
            if (options.items > 0) longLoop(cluster, rest);
            var said = rest.figures();
            add(
                    "placement per chain, in the server",
                    "all of the above",
                    said.placementMillisPerChain(),
                    "ms",
                    "<= 0.05");
            add("placement per turn p99, at most", "all of the above", said.placementMillisP99(), "ms", "<= 1");
        }
    }

    private void noops(RestCalls rest, int count, int rounds) throws IOException, InterruptedException {
        progress.accept("%,d no-ops".formatted(count));
        var rates = new double[rounds];
        for (int i = 0; i < rounds; i++) rates[i] = rate(rest, "nothing", count);
        add("no-op chains", "loop over %d".formatted(count), median(rates), "chains/s", ">= 5000");
    }

    /** The machine's limit takes turns with ours, so that whatever else it does disturbs both alike. */
    private void commands(RestCalls rest) throws IOException, InterruptedException {
        progress.accept(
                "%,d x /bin/true, taking turns with xargs and a bare posix_spawn loop".formatted(options.commands));
        int rounds = 5;
        var ours = new double[rounds];
        var spawn = new double[rounds];
        var ratios = new double[rounds];
        var xargs = new double[rounds];
        // As in the measurement of tasks: until the agent has compiled what it needs for it.
        rate(rest, "truth", 4 * options.commands);
        MachineLimits.spawnsPerSecond(options.commands);
        for (int i = 0; i < rounds; i++) {
            spawn[i] = MachineLimits.spawnsPerSecond(options.commands);
            ours[i] = rate(rest, "truth", options.commands);
            ratios[i] = ours[i] / spawn[i];
            xargs[i] = ours[i] / MachineLimits.xargsPerSecond(options.commands);
        }
        add("machine posix_spawn loop", "2 parents, /bin/true", median(spawn), "per second", "");
        add("/bin/true chains", "loop over %d".formatted(options.commands), median(ours), "chains/s", "");
        add("/bin/true against xargs -P2 -n1", "", median(xargs), "ratio", ">= 1");
        add("/bin/true against posix_spawn", "", median(ratios), "ratio", "");
    }

    private void levels(RestCalls rest) throws IOException, InterruptedException {
        progress.accept("%d dependency levels".formatted(options.levels));
        int rounds = 5;
        var seconds = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            var before = Instant.now();
            var run = end(rest, rest.submitWorkflow(levelsText(options.levels), SERVICES));
            seconds[i] = between(before, run, "finished");
        }
        add("%d dependency levels".formatted(options.levels), "from submit to end", median(seconds), "s", "<= 0.3");
        add("a dependency level", "", median(seconds) / options.levels, "s", "<= 0.02");
    }

    private void longLoop(BenchCluster cluster, RestCalls rest) throws IOException, InterruptedException {
        progress.accept("a loop over %,d items".formatted(options.items));
        var setting = "loop over %d".formatted(options.items);
        var text = loop("nothing", options.items);
        var before = Instant.now();
        long id = rest.submitWorkflow(text, SERVICES);
        double most = cluster.serverMegabytes();
        var run = rest.get("/runs/" + id);
        while (OPEN.contains(run.path("state").asString())) {
            most = Math.max(most, cluster.serverMegabytes());
            Thread.sleep(100);
            run = rest.get("/runs/" + id);
        }
        check(run, options.items);
        double total = between(before, run, "finished");
        add("first chain of a long loop", setting, between(before, run, "started"), "s", "<= 1");
        add("no-op chains", setting, options.items / total, "chains/s", "");
        add("server memory, at most", setting, most, "MB resident", "heap <= 1024");
    }

    private void lint() {
        progress.accept("reading and checking a graph of %,d actions".formatted(options.actions));
        var text = graphText(options.actions);
        var seconds = new double[3];
        for (int i = 0; i < seconds.length; i++) {
            long start = System.nanoTime();
            var workflow = WorkflowReader.read(text).orThrow();
            Map<String, Service> services = new TreeMap<>();
            for (var service : ServiceReader.read(SERVICES).orThrow()) services.put(service.id(), service);
            var complaints = WorkflowCheck.check(workflow, CheckContext.of(services));
            if (!complaints.isEmpty())
                throw new IllegalStateException("a flaw in our own graph: " + complaints.getFirst());
            seconds[i] = (System.nanoTime() - start) / 1e9;
        }
        var setting = "%d actions".formatted(options.actions);
        add("lint, the first time", setting, seconds[0], "s", "<= 2");
        add("lint, the third time", setting, seconds[2], "s", "");
    }

    private void graph(RestCalls rest) throws IOException, InterruptedException {
        progress.accept("a graph of %,d actions".formatted(options.actions));
        var text = graphText(options.actions);
        var before = Instant.now();
        var run = end(rest, rest.submitWorkflow(text, SERVICES));
        var setting = "%d actions".formatted(options.actions);
        add("first chain of a large graph", setting, between(before, run, "started"), "s", "<= 3");
        add("a large graph, submit to end", setting, between(before, run, "finished"), "s", "");
    }

    // --- the workflows ---

    static String loop(String service, int items) {
        return """
            api: 4.7.0
            name: bench
            vars:
              - {id: items, value: [%s]}
            actions:
              - type: for
                id: loop
                input: items
                enumerator: item
                actions:
                  - {type: execute, id: one, service: %s}
            """.formatted(String.join(",", Collections.nCopies(items, "0")), service);
    }

    /** Two actions on each level, each of which needs both of the level before: nothing that could be one chain. */
    static String levelsText(int levels) {
        var text = new StringBuilder("api: 4.7.0\nname: bench levels\nactions:\n");
        for (int level = 0; level < levels; level++) {
            var needs = level == 0 ? "" : ", dependsOn: [a%d, b%1$d]".formatted(level - 1);
            for (var side : List.of("a", "b"))
                text.append("  - {type: execute, id: %s%d, service: nothing%s}%n".formatted(side, level, needs));
        }
        return text.toString();
    }

    /** Ladders of ten levels beside each other, as many as it takes. */
    static String graphText(int actions) {
        var text = new StringBuilder("api: 4.7.0\nname: bench graph\nactions:\n");
        for (int i = 0; i < actions; i++) {
            int ladder = i / 20;
            int level = i % 20 / 2;
            var needs = level == 0 ? "" : ", dependsOn: [g%d-%d-0, g%1$d-%2$d-1]".formatted(ladder, level - 1);
            text.append(
                    "  - {type: execute, id: g%d-%d-%d, service: nothing%s}%n".formatted(ladder, level, i % 2, needs));
        }
        return text.toString();
    }

    // --- running them ---

    private double rate(RestCalls rest, String service, int count) throws IOException, InterruptedException {
        var text = loop(service, count);
        var before = Instant.now();
        var run = end(rest, rest.submitWorkflow(text, SERVICES));
        check(run, count);
        return count / between(before, run, "finished");
    }

    private static JsonNode end(RestCalls rest, long id) throws IOException, InterruptedException {
        long limit = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            var run = rest.get("/runs/" + id);
            if (!OPEN.contains(run.path("state").asString())) return run;
            if (System.nanoTime() > limit) throw new IOException("the workflow has not ended: " + run);
            Thread.sleep(LOOK);
        }
    }

    private static void check(JsonNode run, int chains) {
        if (run.path("succeeded").asInt() != chains)
            throw new IllegalStateException("%d chains were to succeed: %s".formatted(chains, run));
    }

    /** From before it was sent until the server's own note, by the clock that both share. */
    private static double between(Instant before, JsonNode run, String field) {
        return Duration.between(before, Instant.parse(run.path(field).asString()))
                        .toNanos()
                / 1e9;
    }

    private static double median(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private void add(String name, String setting, double value, String unit, String goal) {
        var figure = new BenchFigure(name, setting, value, unit, goal);
        figures.add(figure);
        progress.accept("  " + figure.row().strip());
    }
}
