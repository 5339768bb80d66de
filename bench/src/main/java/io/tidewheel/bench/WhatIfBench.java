package io.tidewheel.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code tidewheel bench whatif} measures: how near {@code plan --like} comes to what a workflow then really takes and costs, on
 * machines that the server makes, which are processes of this computer, within a budget. Each workflow is run twice, so that the server is warm and there is something to learn from; what
 * is said then is compared with the third run.
 */
public final class WhatIfBench {
    private static final String PAID_FOR = "20s";
    private static final String BUDGET = "0.08";
    private static final String SETUPS = """
        - {id: small, flavor: local, imageName: none, availabilityZone: here, blockDeviceSizeGb: 0, maxVMs: 8,
           maxCreateConcurrent: 4, price: 0.02, billingInterval: %s}
        """.formatted(PAID_FOR);
    private static final String PROGRAM = """
        #!/bin/sh
        sleep "$1"; : > "$2"
        """;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** A command, how long it takes, and for which others it waits. */
    private record Step(String id, double seconds, List<String> after) {}

    /** A workflow. */
    private record Shape(String name, List<Step> steps) {}

    /** How long a run took from its submission to its end, and what it cost. */
    private record Outcome(double seconds, double cost) {}

    private final Consumer<String> progress;
    private final List<BenchFigure> figures = new ArrayList<>();

    private WhatIfBench(Consumer<String> progress) {
        this.progress = progress;
    }

    /**
     * Measures and prints: JSON lines or a table to {@code out}, what is going on to {@code progress}.
     *
     * @param scratch a folder for the servers' data; it is used and left behind
     */
    public static void run(Path scratch, boolean json, PrintStream out, Consumer<String> progress) throws Exception {
        var bench = new WhatIfBench(progress);
        for (var shape : shapes()) bench.measure(shape, Files.createTempDirectory(scratch, "whatif"));
        bench.figures.forEach(figure -> out.println(json ? figure.json() : figure.row()));
    }

    // --- the workflows ---

    private static List<Shape> shapes() {
        return List.of(fans(), seconds(), pipelines(), anything());
    }

    private static Shape fans() {
        var steps = new ArrayList<Step>();
        steps.add(new Step("a", 3, List.of()));
        var first = fan(steps, "b", "a", 3, 2.5, 4, 1.5, 3, 2, 6, 2.5, 3, 2, 4, 3, 1.5, 2, 5, 3);
        steps.add(new Step("c", 2, first));
        var second = fan(steps, "d", "c", 3, 4, 2, 5, 3, 2.5);
        steps.add(new Step("e", 2, second));
        return new Shape("two fans of 16 and 6", steps);
    }

    private static List<String> fan(List<Step> steps, String name, String after, double... seconds) {
        var ids = new ArrayList<String>();
        for (double each : seconds) {
            ids.add(name + ids.size());
            steps.add(new Step(ids.getLast(), each, List.of(after)));
        }
        return ids;
    }

    private static Shape seconds() {
        var steps = new ArrayList<Step>();
        steps.add(new Step("a", 1, List.of()));
        var random = new Random(7);
        var times = random.doubles(35, 0.7, 1.4).map(WhatIfBench::tenths).toArray();
        steps.add(new Step("z", 1, fan(steps, "b", "a", times)));
        return new Shape("a fan of 35 of about 1 s", steps);
    }

    private static Shape pipelines() {
        var steps = new ArrayList<Step>();
        var random = new Random(11);
        var ends = new ArrayList<String>();
        for (int line = 0; line < 5; line++) {
            List<String> before = List.of();
            for (int i = 0; i < 4; i++) {
                var step = new Step("p%d-%d".formatted(line, i), tenths(random.nextDouble(1.5, 4)), before);
                steps.add(step);
                before = List.of(step.id);
            }
            ends.addAll(before);
        }
        steps.add(new Step("join", 2, ends));
        return new Shape("five pipelines of four, joined", steps);
    }

    private static Shape anything() {
        var steps = new ArrayList<Step>();
        var random = new Random(13);
        for (int i = 0; i < 30; i++) {
            var after = new ArrayList<String>();
            for (int j = Math.max(0, i - 8); j < i; j++) if (random.nextInt(4) == 0) after.add("t" + j);
            steps.add(new Step("t" + i, tenths(random.nextDouble(1, 4)), after));
        }
        return new Shape("30 in a graph drawn by lot", steps);
    }

    private static double tenths(double seconds) {
        return Math.round(seconds * 10) / 10.0;
    }

    private static String source(Shape shape) {
        var workflow = MAPPER.createObjectNode().put("api", "4.7.0");
        var actions = workflow.putArray("actions");
        for (var step : shape.steps) {
            var action = actions.addObject()
                    .put("type", "execute")
                    .put("id", step.id)
                    .put("service", "work");
            var inputs = action.putArray("inputs");
            inputs.addObject().put("id", "seconds").put("value", step.seconds);
            for (var other : step.after) inputs.addObject().put("id", "in").put("var", "file-" + other);
            action.putArray("outputs").addObject().put("id", "out").put("var", "file-" + step.id);
        }
        return MAPPER.writeValueAsString(workflow);
    }

    private static String services(Path program) {
        return """
            - id: work
              name: work
              description: Waits for some seconds and writes a file.
              path: %s
              runtime: other
              parameters:
                - {id: seconds, name: seconds, description: how long, type: input, cardinality: 1..1, dataType: float}
                - {id: out, name: out, description: a file, type: output, cardinality: 1..1, dataType: file}
                - {id: in, name: in, description: files, type: input, cardinality: 0..n, dataType: file}
            """.formatted(program);
    }

    // --- measuring ---

    private void measure(Shape shape, Path folder) throws Exception {
        var program = Files.writeString(folder.resolve("work.sh"), PROGRAM);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        var services = Files.writeString(folder.resolve("services.yaml"), services(program));
        var setups = Files.writeString(folder.resolve("setups.yaml"), SETUPS);
        var workflow = Files.writeString(folder.resolve("workflow.json"), source(shape));
        var words = List.of("--setups", setups.toString(), "--budget", BUDGET, "--budget-interval", PAID_FOR);
        try (var cluster = BenchCluster.start(folder.resolve("data"), words, List.of("-Xmx512m"));
                var rest = cluster.rest()) {
            progress.accept(shape.name + ": twice, to learn from it");
            for (int i = 0; i < 2; i++) {
                run(rest, workflow, services);
                awaitNoMachines(rest);
            }
            var plan = List.of(
                    "plan",
                    workflow.toString(),
                    "--services",
                    services.toString(),
                    "--setups",
                    setups.toString(),
                    "--budget",
                    BUDGET,
                    "--policy",
                    "leap",
                    "--like",
                    "last",
                    "-o",
                    "json");
            var said = forecast(cluster, plan);
            progress.accept("%s: said to take %.1f s and to cost %.2f".formatted(shape.name, said.seconds, said.cost));
            var really = run(rest, workflow, services);
            progress.accept("%s: took %.1f s and cost %.2f".formatted(shape.name, really.seconds, really.cost));
            var again =
                    forecast(cluster, List.of("replay", "last", "--policy", "leap", "--budget", BUDGET, "-o", "json"));
            add("said", shape, said);
            add("took", shape, really);
            add("replay", shape, again);
            addOff("said, off by", shape, said, really, "<= 5");
            addOff("replay, off by", shape, again, really, "");
        }
    }

    private void add(String what, Shape shape, Outcome outcome) {
        figures.add(new BenchFigure(what, shape.name, outcome.seconds, "seconds", ""));
        figures.add(new BenchFigure(what, shape.name, outcome.cost, "money", ""));
    }

    private void addOff(String what, Shape shape, Outcome said, Outcome really, String goal) {
        figures.add(new BenchFigure(what, shape.name, off(said.seconds, really.seconds), "percent of s", goal));
        figures.add(new BenchFigure(what, shape.name, off(said.cost, really.cost), "percent of money", goal));
    }

    private static double off(double said, double really) {
        return 100 * Math.abs(said - really) / really;
    }

    private static Outcome run(RestCalls rest, Path workflow, Path services) throws IOException, InterruptedException {
        long run = rest.submitWorkflow(Files.readString(workflow), Files.readString(services));
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            var seen = rest.get("/runs/" + run);
            if (seen.has("finished")) {
                if (!seen.path("state").asString().equals("SUCCEEDED"))
                    throw new IOException("the workflow did not succeed: " + seen);
                // What the last commands used is recorded within a second or two.
                Thread.sleep(3_000);
                var cost =
                        rest.get("/runs/%d/cost".formatted(run)).path("amount").asString();
                var took = Duration.between(moment(seen, "created"), moment(seen, "finished"));
                return new Outcome(took.toMillis() / 1e3, Double.parseDouble(cost));
            }
            if (System.nanoTime() > end) throw new IOException("the workflow has not ended after " + PATIENCE);
            Thread.sleep(250);
        }
    }

    private static Instant moment(JsonNode node, String field) {
        return Instant.parse(node.path(field).asString());
    }

    /** The next run begins as the first did: without machines. */
    private static void awaitNoMachines(RestCalls rest) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            boolean gone = true;
            for (var machine : rest.get("/machines").path("items")) gone &= machine.has("ended");
            if (gone) break;
            if (System.nanoTime() > end) throw new IOException("machines are still there after " + PATIENCE);
            Thread.sleep(250);
        }
        // What was paid last still counts for the budget.
        Thread.sleep(21_000);
    }

    private static Outcome forecast(BenchCluster cluster, List<String> words) throws IOException, InterruptedException {
        var offers = MAPPER.readTree(cluster.command(words)).path("offers");
        var offer = offers.get(offers.size() - 1);
        return new Outcome(
                offer.path("seconds").asDouble(),
                Double.parseDouble(offer.path("cost").asString()));
    }
}
