package io.tidewheel.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What {@code tidewheel bench pages} measures: how long the pages of the dashboard take with very many chains and agents in the store, first
 * what the server needs for each of their questions, then what a browser needs from the click until the first view is drawn.
 */
public final class PagesBench {
    /**
     * What to measure.
     *
     * @param chains how many have ended, in one run; as many wait in another
     * @param agents how many are connected, idle
     * @param rounds how often each page is opened
     */
    public record Options(int chains, int agents, int rounds) {}

    /**
     * A page of the dashboard.
     *
     * @param address behind the hash
     * @param ready what is there when the first view is
     * @param asks what it asks the server for
     */
    private record Page(String name, String address, List<String> ready, List<String> asks) {}

    private static final Set<String> OPEN = Set.of("QUEUED", "RUNNING", "HELD");
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String GOAL = "<= 300";

    private final Options options;
    private final Consumer<String> progress;
    private final List<Figure> figures = new ArrayList<>();

    private PagesBench(Options options, Consumer<String> progress) {
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
        var bench = new PagesBench(options, progress);
        bench.measure(scratch);
        bench.figures.forEach(figure -> out.println(json ? figure.json() : figure.row()));
    }

    private void measure(Path scratch) throws Exception {
        try (var cluster = Cluster.start(scratch.resolve("data"), List.of(), List.of("-Xmx512m"));
                var rest = cluster.rest()) {
            long done = done(cluster, rest);
            progress.accept("%,d agents join, and as many tasks wait".formatted(options.agents));
            cluster.startAgents("crowd", options.agents, "idle");
            long waiting = submit(rest, "waiting", "nobody");
            awaitAgents(rest);
            var pages = pages(done, waiting);
            answers(rest, pages);
            firstLooks(rest, done);
            var browser = Browser.program();
            if (browser.isPresent()) views(browser.get(), scratch.resolve("browser"), cluster, pages);
            else progress.accept("there is no Chromium on the PATH: what a browser needs is left out");
            figures.add(new Figure("memory of the server", setting(), cluster.serverMegabytes(), "MB", ""));
        }
    }

    /** A run whose chains have all ended: that of an earlier measurement in the same folder, or a new one. */
    private long done(Cluster cluster, Rest rest) throws IOException, InterruptedException {
        for (var run : rest.get("/runs?name=done&state=SUCCEEDED").path("items"))
            if (run.path("size").asInt() == options.chains)
                return run.path("id").asLong();
        progress.accept("%,d no-ops are run".formatted(options.chains));
        cluster.startAgent("bench-agent", 2);
        for (int i = 0; i < 60; i++) end(rest, small(rest, i));
        long run = submit(rest, "done", "");
        end(rest, run);
        cluster.stopAgents();
        return run;
    }

    private List<Page> pages(long done, long waiting) {
        var run = "/runs/" + done;
        var open = "/runs/" + waiting;
        return List.of(
                new Page("runs", "/runs", List.of("runs"), List.of("/runs?limit=50", "/server")),
                new Page(
                        "one run, ended",
                        run,
                        List.of("why", "figures", "timeline"),
                        List.of(run, run + "/explain", run + "/statistics", run + "/timeline?width=1000&rows=24")),
                new Page(
                        "one run, waiting",
                        open,
                        List.of("why", "figures", "timeline"),
                        List.of(open, open + "/explain", open + "/statistics", open + "/timeline?width=1000&rows=24")),
                new Page(
                        "timeline",
                        run + "/timeline",
                        List.of("timeline"),
                        List.of(run, run + "/timeline?width=1000&rows=120")),
                new Page("tasks", run + "/tasks", List.of("tasks"), List.of(run, run + "/chains?limit=50")),
                new Page(
                        "tasks from the middle",
                        run + "/tasks?from=" + options.chains / 2,
                        List.of("tasks"),
                        List.of(run, run + "/chains?limit=50&from=" + options.chains / 2)),
                new Page("figures", run + "/figures", List.of("boxes"), List.of(run, run + "/statistics")),
                new Page("one task", run + "/tasks/7", List.of("task"), List.of(run, run + "/chains/7")),
                new Page("queues", "/queues", List.of("queues"), List.of("/queues")),
                new Page("agents", "/agents", List.of("agents"), List.of("/agents")),
                new Page(
                        "fleet",
                        "/fleet",
                        List.of("fleet"),
                        List.of("/server", "/agents", "/queues", "/setups", "/machines?limit=200")));
    }

    private void answers(Rest rest, List<Page> pages) throws IOException, InterruptedException {
        progress.accept("what the server needs for each page, %d times".formatted(options.rounds));
        for (var page : pages) {
            var millis = new double[options.rounds];
            for (int round = -3; round < options.rounds; round++) {
                long began = System.nanoTime();
                for (var path : page.asks) rest.get(path);
                if (round >= 0) millis[round] = (System.nanoTime() - began) / 1e6;
            }
            add(page.name, "all answers, one by one", millis, "");
        }
    }

    /** The server keeps what it has gathered of the last few runs; so many others are looked at in between that it has to begin anew. */
    private void firstLooks(Rest rest, long done) throws IOException, InterruptedException {
        var others = new ArrayList<Long>();
        for (var run : rest.get("/runs?name=small&limit=20").path("items"))
            others.add(run.path("id").asLong());
        var millis = new double[options.rounds];
        for (int round = 0; round < options.rounds; round++) {
            for (long other : others) rest.get("/runs/%d/statistics".formatted(other));
            long began = System.nanoTime();
            rest.get("/runs/%d/statistics".formatted(done));
            millis[round] = (System.nanoTime() - began) / 1e6;
        }
        add("figures", "a run that nobody has looked at", millis, "");
    }

    private void views(Path program, Path scratch, Cluster cluster, List<Page> pages)
            throws IOException, InterruptedException {
        progress.accept("what a browser needs from the click to the first view, %d times".formatted(options.rounds));
        try (var browser = Browser.start(program, scratch)) {
            browser.go(cluster.url() + "/#token=" + cluster.token());
            browser.run(until(List.of("runs")));
            for (var page : pages) {
                var millis = new double[options.rounds];
                for (int round = -2; round < options.rounds; round++) {
                    browser.run("location.hash = '/elsewhere'");
                    browser.run("new Promise(done => { const look = () => document.querySelector('[data-ready]') ?"
                            + " setTimeout(look, 1) : done(true); look(); })");
                    double taken = browser.run(opened(page)).asDouble();
                    if (round >= 0) millis[round] = taken;
                }
                add(page.name, "click to first view", millis, GOAL);
            }
        }
    }

    /** From the click until all parts are there and have been painted. */
    private static String opened(Page page) {
        return "(async () => { const began = performance.now(); location.hash = '%s'; await %s; return performance.now() - began; })()"
                .formatted(page.address, until(page.ready));
    }

    private static String until(List<String> ready) {
        var parts = ready.stream().map("'%s'"::formatted).toList();
        return "new Promise(done => { const look = () => %s.every(part => document.querySelector(`[data-ready=${part}]`))"
                        .formatted(parts)
                + " ? requestAnimationFrame(() => setTimeout(() => done(true), 0)) : setTimeout(look, 1); look(); })";
    }

    private void add(String name, String what, double[] millis, String goal) {
        Arrays.sort(millis);
        figures.add(new Figure(name + ", p50", what, millis[millis.length / 2], "ms", ""));
        int p95 = Math.min(millis.length - 1, (int) Math.ceil(millis.length * 0.95) - 1);
        figures.add(new Figure(name + ", p95", what, millis[Math.max(0, p95)], "ms", goal));
    }

    private String setting() {
        return "%d chains, %d agents".formatted(options.chains, options.agents);
    }

    private long submit(Rest rest, String name, String requires) throws IOException, InterruptedException {
        var body = Rest.object().put("name", name).put("array", "1-" + options.chains);
        body.putObject("command").put("runtime", "noop");
        if (!requires.isEmpty()) body.putArray("requires").add(requires);
        return rest.post("/runs", body).path("id").asLong();
    }

    private static long small(Rest rest, int number) throws IOException, InterruptedException {
        var body = Rest.object().put("name", "small " + number).put("array", "1-3");
        body.putObject("command").put("runtime", "noop");
        return rest.post("/runs", body).path("id").asLong();
    }

    private static void end(Rest rest, long run) throws IOException, InterruptedException {
        long patience = System.nanoTime() + PATIENCE.toNanos();
        while (OPEN.contains(rest.get("/runs/" + run).path("state").asString())) {
            if (System.nanoTime() > patience) throw new IOException("run %d has not ended".formatted(run));
            Thread.sleep(LOOK);
        }
    }

    private void awaitAgents(Rest rest) throws IOException, InterruptedException {
        long patience = System.nanoTime() + PATIENCE.toNanos();
        while (rest.get("/server").path("agents").asInt() < options.agents) {
            if (System.nanoTime() > patience) throw new IOException("not all agents have joined");
            Thread.sleep(LOOK);
        }
    }
}
