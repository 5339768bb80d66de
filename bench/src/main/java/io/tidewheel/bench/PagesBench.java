package io.tidewheel.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
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
     * @param address behind the hash; {@link #UNPLAYED} stands for a run that is another one each time
     * @param ready what is there when the first view is
     * @param asks what it asks the server for
     */
    private record Page(String name, String address, List<String> ready, List<String> asks) {}

    private static final String UNPLAYED = "{unplayed}";
    private static final Set<String> OPEN = Set.of("QUEUED", "RUNNING", "HELD");
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String GOAL = "<= 300";
    private static final int ACTIONS = 10_000;
    private static final int PARTITIONS = 1_000;
    private static final Duration JOB = Duration.ofSeconds(10);
    private static final int SITES = 100;
    private static final int TALKERS = 2_000;
    /** How often each page is opened before it counts. */
    private static final int WARM_UP = 2;
    /** Not only the first view, but four policies played at several budgets. */
    private static final String PLAYED = "what if, until it is played";

    private static final String SECRET = "secret-of-the-bench";
    /** Dear enough that a few tasks have a cost to be shown, and no more than two are made. */
    private static final String SETUPS = """
        - id: paid
          flavor: local
          imageName: none
          availabilityZone: here
          blockDeviceSizeGb: 0
          maxVMs: 2
          maxCreateConcurrent: 2
          providedCapabilities: [paid]
          price: 1.50
          billingInterval: 20s
        """;

    /** The runs that pages are opened on. */
    private record Shown(long done, long waiting, long workflow, long job, long paid, long talk) {}

    private final Options options;
    private final Consumer<String> progress;
    private final List<BenchFigure> figures = new ArrayList<>();
    /** Runs whose what-if nobody has asked for yet. */
    private final Deque<Long> unplayed = new ArrayDeque<>();

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
        Files.createDirectories(scratch);
        var setups = Files.writeString(scratch.resolve("setups.yaml"), SETUPS);
        var secret = Files.writeString(scratch.resolve("secret"), SECRET);
        var words = List.of(
                "--setups",
                setups.toString(),
                "--budget",
                "100",
                "--budget-interval",
                "20s",
                "--tascaas-secret-file",
                secret.toString());
        try (var cluster = BenchCluster.start(scratch.resolve("data"), words, List.of("-Xmx512m"));
                var rest = cluster.rest()) {
            cluster.startAgent("bench-agent", 2);
            long done = done(rest);
            long workflow = workflow(rest);
            long paid = paid(rest);
            long talk = talk(rest);
            makeUnplayed(rest);
            cluster.stopAgents();
            long job = job(cluster, rest);
            sites(cluster);
            progress.accept("%,d agents join, and as many tasks wait".formatted(options.agents));
            cluster.startAgents("crowd", options.agents, "idle");
            long waiting = submit(rest, "waiting", "nobody");
            awaitAgents(rest);
            var shown = new Shown(done, waiting, workflow, job, paid, talk);
            var pages = pages(shown);
            answers(rest, pages);
            firstLooks(rest, shown);
            var browser = HeadlessBrowser.program();
            if (browser.isPresent()) views(browser.get(), scratch.resolve("browser"), cluster, pages);
            else progress.accept("there is no Chromium on the PATH: what a browser needs is left out");
            figures.add(new BenchFigure("memory of the server", setting(), cluster.serverMegabytes(), "MB", ""));
        }
    }

    /** A run whose chains have all ended: that of an earlier measurement in the same folder, or a new one. */
    private long done(RestCalls rest) throws IOException, InterruptedException {
        for (var run : rest.get("/runs?name=done&state=SUCCEEDED").path("items"))
            if (run.path("size").asInt() == options.chains)
                return run.path("id").asLong();
        progress.accept("%,d no-ops are run".formatted(options.chains));
        for (int i = 0; i < 60; i++) end(rest, small(rest, i));
        long run = submit(rest, "done", "");
        end(rest, run);
        return run;
    }

    private long workflow(RestCalls rest) throws IOException, InterruptedException {
        progress.accept("a workflow of %,d actions is run".formatted(ACTIONS));
        long run = rest.submitWorkflow(WorkflowsBench.graphText(ACTIONS), WorkflowsBench.SERVICES);
        end(rest, run);
        return run;
    }

    /** A run on machines that cost something. */
    private static long paid(RestCalls rest) throws IOException, InterruptedException {
        var body = RestCalls.object().put("name", "paid").put("array", "1-40");
        body.putObject("command").put("runtime", "sleep").put("sleep", "200ms");
        body.putArray("requires").add("paid");
        long run = rest.post("/runs", body).path("id").asLong();
        end(rest, run);
        return run;
    }

    private static long talk(RestCalls rest) throws IOException, InterruptedException {
        var body = RestCalls.object().put("name", "talk").put("array", "1-" + TALKERS);
        body.putObject("command").putArray("arguments").add("/bin/echo").add("a line for somebody who reads");
        long run = rest.post("/runs", body).path("id").asLong();
        end(rest, run);
        return run;
    }

    /**
     * Makes a run for each time that the what-if of one is opened that nobody has played: twice a round, for its first view and for all
     * of it.
     */
    private void makeUnplayed(RestCalls rest) throws IOException, InterruptedException {
        for (int i = 0; i < 2 * (options.rounds + WARM_UP); i++) {
            var body = RestCalls.object().put("name", "unplayed").put("array", "1-40");
            body.putObject("command").put("runtime", "noop");
            unplayed.add(rest.post("/runs", body).path("id").asLong());
        }
        for (long run : unplayed) end(rest, run);
    }

    /** A job of many partitions that all have reported for a while; it is ended before the pages are opened. */
    private long job(BenchCluster cluster, RestCalls rest) throws Exception {
        progress.accept("a job of %,d partitions runs for %d s".formatted(PARTITIONS, JOB.toSeconds()));
        long run = JobsBench.submit(rest, PARTITIONS, Duration.ofSeconds(1));
        try (var agent = JobsBench.join(cluster, 1, PARTITIONS, Duration.ofSeconds(1))) {
            JobsBench.awaitRunning(rest, run, PARTITIONS);
            Thread.sleep(JOB);
            agent.forget();
        }
        rest.post("/runs/" + run + "/kill", RestCalls.object());
        end(rest, run);
        return run;
    }

    private static void sites(BenchCluster cluster) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            for (int i = 0; i < SITES; i++) {
                var url = "%s/tascaas/node/register?secret=%s&slots=1&maxSlots=4".formatted(cluster.url(), SECRET);
                var answer = http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
                if (answer.statusCode() != 200) throw new IOException("a site was refused: " + answer.body());
            }
        }
    }

    private List<Page> pages(Shown shown) {
        var run = "/runs/" + shown.done;
        var open = "/runs/" + shown.waiting;
        var workflow = "/runs/" + shown.workflow;
        var job = "/runs/" + shown.job;
        var paid = "/runs/" + shown.paid;
        var talk = "/runs/" + shown.talk;
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
                new Page("tasks", run + "/tasks", List.of("tasks"), List.of(run, run + "/tasks?limit=50")),
                new Page(
                        "tasks from the middle",
                        run + "/tasks?from=" + options.chains / 2,
                        List.of("tasks"),
                        List.of(run, run + "/tasks?limit=50&from=" + options.chains / 2)),
                new Page("figures", run + "/figures", List.of("boxes"), List.of(run, run + "/statistics")),
                new Page("output", talk + "/logs", List.of("logs"), List.of(talk)),
                new Page("output, nothing printed", run + "/logs", List.of("logs"), List.of(run)),
                new Page("results", run + "/results", List.of("results"), List.of(run, run + "/results")),
                new Page("graph", workflow + "/graph", List.of("graph"), List.of(workflow, workflow + "/graph")),
                new Page("source", workflow + "/source", List.of("source"), List.of(workflow)),
                new Page("job", job + "/job", List.of("job"), List.of(job, job + "/job?history=5")),
                new Page("cost", paid + "/cost", List.of("cost"), List.of(paid, paid + "/cost")),
                new Page(
                        "what if, a small run",
                        paid + "/whatif",
                        List.of("whatif"),
                        List.of(paid, paid + "/replay?policy=leap,pfa-ma,plf,scf", paid + "/cost")),
                new Page("what if, never played", "/runs/" + UNPLAYED + "/whatif", List.of("asked"), List.of()),
                new Page(PLAYED, "/runs/" + UNPLAYED + "/whatif", List.of("whatif"), List.of()),
                new Page("what if, too large", run + "/whatif", List.of("asked"), List.of(run)),
                new Page("one task", run + "/tasks/7", List.of("task"), List.of(run, run + "/tasks/7")),
                new Page("queues", "/queues", List.of("queues"), List.of("/queues")),
                new Page("agents", "/agents", List.of("agents"), List.of("/agents")),
                new Page(
                        "fleet",
                        "/fleet",
                        List.of("fleet"),
                        List.of("/server", "/agents", "/queues", "/setups", "/machines?limit=200")),
                new Page("sites", "/sites", List.of("sites"), List.of("/sites")),
                new Page("new", "/new", List.of("new"), List.of()));
    }

    private void answers(RestCalls rest, List<Page> pages) throws IOException, InterruptedException {
        progress.accept("what the server needs for each page, %d times".formatted(options.rounds));
        for (var page : pages) {
            if (page.asks.isEmpty()) continue;
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
    private void firstLooks(RestCalls rest, Shown shown) throws IOException, InterruptedException {
        var others = new ArrayList<Long>();
        for (var run : rest.get("/runs?name=small&limit=20").path("items"))
            others.add(run.path("id").asLong());
        var millis = new double[options.rounds];
        var graphs = new double[options.rounds];
        for (int round = 0; round < options.rounds; round++) {
            for (long other : others) {
                rest.get("/runs/%d/statistics".formatted(other));
                rest.get("/runs/%d/graph".formatted(other));
            }
            long began = System.nanoTime();
            rest.get("/runs/%d/statistics".formatted(shown.done));
            millis[round] = (System.nanoTime() - began) / 1e6;
            rest.get("/runs/%d/graph".formatted(shown.workflow));
            graphs[round] = (System.nanoTime() - began) / 1e6 - millis[round];
        }
        add("figures", "a run that nobody has looked at", millis, GOAL);
        add("graph of %d actions".formatted(ACTIONS), "a run that nobody has looked at", graphs, GOAL);
    }

    private void views(Path program, Path scratch, BenchCluster cluster, List<Page> pages)
            throws IOException, InterruptedException {
        progress.accept("what a browser needs from the click to the first view, %d times".formatted(options.rounds));
        try (var browser = HeadlessBrowser.start(program, scratch)) {
            browser.go(cluster.url() + "/#token=" + cluster.token());
            browser.run(until(List.of("runs")));
            for (var page : pages)
                if (page.name.equals(PLAYED)) add(page.name, "click to the answer", opened(browser, page), "");
                else add(page.name, "click to first view", opened(browser, page), GOAL);
        }
    }

    private double[] opened(HeadlessBrowser browser, Page page) throws IOException, InterruptedException {
        var millis = new double[options.rounds];
        for (int round = -WARM_UP; round < options.rounds; round++) {
            double taken = once(browser, page);
            if (round >= 0) millis[round] = taken;
        }
        return millis;
    }

    private double once(HeadlessBrowser browser, Page page) throws IOException, InterruptedException {
        var address = page.address.contains(UNPLAYED)
                ? page.address.replace(UNPLAYED, String.valueOf(unplayed.remove()))
                : page.address;
        try {
            browser.run("location.hash = '/elsewhere'");
            browser.run("new Promise(done => { const look = () => document.querySelector('[data-ready]') ?"
                    + " setTimeout(look, 1) : done(true); look(); })");
            return browser.run(opened(page, address)).asDouble();
        } catch (IOException error) {
            var shown = browser.run("location.hash + ': ' + document.body.innerText.slice(0, 1000)")
                    .asString();
            throw new IOException(
                    "the page '%s' (%s) was not shown, but this: %s".formatted(page.name, address, shown), error);
        }
    }

    /** From the click until all parts are there and have been painted. */
    private static String opened(Page page, String address) {
        return "(async () => { const began = performance.now(); location.hash = '%s'; await %s; return performance.now() - began; })()"
                .formatted(address, until(page.ready));
    }

    private static String until(List<String> ready) {
        var parts = ready.stream().map("'%s'"::formatted).toList();
        return "new Promise(done => { const look = () => %s.every(part => document.querySelector(`[data-ready=${part}]`))"
                        .formatted(parts)
                + " ? requestAnimationFrame(() => setTimeout(() => done(true), 0)) : setTimeout(look, 1); look(); })";
    }

    private void add(String name, String what, double[] millis, String goal) {
        Arrays.sort(millis);
        figures.add(new BenchFigure(name + ", p50", what, millis[millis.length / 2], "ms", ""));
        int p95 = Math.min(millis.length - 1, (int) Math.ceil(millis.length * 0.95) - 1);
        var figure = new BenchFigure(name + ", p95", what, millis[Math.max(0, p95)], "ms", goal);
        figures.add(figure);
        progress.accept("  " + figure.row().strip());
    }

    private String setting() {
        return "%d chains, %d agents".formatted(options.chains, options.agents);
    }

    private long submit(RestCalls rest, String name, String requires) throws IOException, InterruptedException {
        var body = RestCalls.object().put("name", name).put("array", "1-" + options.chains);
        body.putObject("command").put("runtime", "noop");
        if (!requires.isEmpty()) body.putArray("requires").add(requires);
        return rest.post("/runs", body).path("id").asLong();
    }

    private static long small(RestCalls rest, int number) throws IOException, InterruptedException {
        var body = RestCalls.object().put("name", "small " + number).put("array", "1-3");
        body.putObject("command").put("runtime", "noop");
        return rest.post("/runs", body).path("id").asLong();
    }

    private static void end(RestCalls rest, long run) throws IOException, InterruptedException {
        long patience = System.nanoTime() + PATIENCE.toNanos();
        while (OPEN.contains(rest.get("/runs/" + run).path("state").asString())) {
            if (System.nanoTime() > patience) throw new IOException("run %d has not ended".formatted(run));
            Thread.sleep(LOOK);
        }
    }

    private void awaitAgents(RestCalls rest) throws IOException, InterruptedException {
        long patience = System.nanoTime() + PATIENCE.toNanos();
        while (rest.get("/server").path("agents").asInt() < options.agents) {
            if (System.nanoTime() > patience) throw new IOException("not all agents have joined");
            Thread.sleep(LOOK);
        }
    }
}
