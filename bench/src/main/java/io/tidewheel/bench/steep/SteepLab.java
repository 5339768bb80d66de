package io.tidewheel.bench.steep;

import io.tidewheel.bench.BenchCluster;
import io.tidewheel.bench.CoresBusy;
import io.tidewheel.bench.RestCalls;
import io.tidewheel.bench.ServerFigures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Does an experiment with a real server: machines made on demand out of processes, or, for the third, a thousand agents in five processes.
 * The chains are submitted as a workflow and do nothing but pass the time.
 */
public final class SteepLab {
    private static final Duration AGENTS_PATIENCE = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Set<String> OPEN = Set.of("QUEUED", "RUNNING", "HELD");
    private static final long SEED = 4711;

    private final SteepExperiment experiment;
    private final Path folder;
    private final Consumer<String> progress;
    private final Map<String, Instant> killed = new LinkedHashMap<>();

    private SteepLab(SteepExperiment experiment, Path folder, Consumer<String> progress) {
        this.experiment = experiment;
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Does it, prints a table and what was checked, and writes {@code experiment-N.html}.
     *
     * @param folder a new one for the server's data; it is left behind
     * @return true if everything holds that must
     */
    public static boolean run(
            SteepExperiment experiment, Path folder, Path out, PrintStream print, Consumer<String> progress)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Files.createDirectories(out);
        return new SteepLab(experiment, folder, progress).run(out, print);
    }

    private boolean run(Path out, PrintStream print) throws IOException, InterruptedException {
        var options = new ArrayList<String>();
        if (experiment.onDemand()) {
            var setups = Files.writeString(folder.resolve("setups.yaml"), SteepFiles.setups());
            options.addAll(List.of("--setups", setups.toString(), "--machine-idle", "1m"));
        }
        try (var cluster = BenchCluster.start(folder.resolve("data"), options, List.of("-Xmx512m"));
                var rest = cluster.rest()) {
            if (!experiment.onDemand()) startAgents(cluster, rest);
            return measure(cluster, rest, out, print);
        }
    }

    private void startAgents(BenchCluster cluster, RestCalls rest) throws IOException, InterruptedException {
        progress.accept("starting %,d agents in %d processes".formatted(experiment.agents(), CapabilitySet.ALL.size()));
        long start = System.nanoTime();
        for (var set : CapabilitySet.ALL) {
            int count = experiment.agentsBySet().getOrDefault(set.name(), 0);
            cluster.startAgents(set.id(), count, String.join(",", set.capabilities()));
        }
        while (rest.figures().value("tidewheel_agents_slots") < experiment.agents()) {
            if (System.nanoTime() - start > AGENTS_PATIENCE.toNanos())
                throw new IOException("the agents did not come within " + AGENTS_PATIENCE);
            Thread.sleep(LOOK);
        }
        progress.accept("all agents are there after %.1f s".formatted((System.nanoTime() - start) / 1e9));
    }

    private boolean measure(BenchCluster cluster, RestCalls rest, Path out, PrintStream print)
            throws IOException, InterruptedException {
        var services = SteepFiles.services(experiment);
        var workflow = SteepFiles.workflow(experiment);
        progress.accept("%,d chains of %s; %s at best"
                .formatted(experiment.chains(), experiment.length(), seconds(experiment.ideal())));
        var busy = CoresBusy.begin();
        var before = cluster.processorTime();
        var submitted = Instant.now();
        long run = rest.submitWorkflow(workflow, services);
        awaitEnd(rest, run, submitted);
        double cores = busy.cores();
        var ours = cluster.processorTime().minus(before);
        progress.accept("reading what became of them");
        var figures = rest.figures();
        var machines = machines(rest);
        var observed = observe(rest, run, submitted, machines, figures);
        var checks = checks(observed, machines);
        var table = ExperimentFinding.table(
                findings(rest.get("/runs/" + run), observed, figures, machines.size(), cores, ours));
        var lines = new StringBuilder(table).append('\n');
        checks.forEach(check -> lines.append(check.line()).append('\n'));
        print.print(lines);
        var title = "Steep's experiment %d on Tidewheel".formatted(experiment.number());
        var file = out.resolve("experiment-%d.html".formatted(experiment.number()));
        Files.writeString(file, SteepTimeline.page(title, observed.lanes(), lines.toString()));
        progress.accept("the timeline is in " + file);
        return checks.stream().allMatch(ExperimentCheck::holds);
    }

    private void awaitEnd(RestCalls rest, long run, Instant submitted) throws IOException, InterruptedException {
        var random = new Random(SEED);
        var pause = experiment.ideal().dividedBy(experiment.kills() + 1L);
        var limit = submitted.plus(experiment.ideal().multipliedBy(5)).plus(Duration.ofMinutes(5));
        while (true) {
            var state = rest.get("/runs/" + run);
            if (!OPEN.contains(state.path("state").asString())) return;
            if (Instant.now().isAfter(limit))
                throw new IOException("run %d has not ended after %s: %s"
                        .formatted(run, Duration.between(submitted, Instant.now()), state));
            boolean due = Instant.now().isAfter(submitted.plus(pause.multipliedBy(killed.size() + 1L)));
            if (killed.size() < experiment.kills() && due) killOne(rest, random);
            Thread.sleep(LOOK);
        }
    }

    /** Kills all processes of a machine that is at work, as if its power failed. */
    private void killOne(RestCalls rest, Random random) throws IOException, InterruptedException {
        var candidates = new ArrayList<String>();
        for (var machine : machines(rest)) {
            var id = machine.path("id").asString();
            boolean works = machine.path("supply").asString().equalsIgnoreCase("busy");
            if (works && !killed.containsKey(id)) candidates.add(id);
        }
        if (candidates.isEmpty()) return;
        var victim = candidates.get(random.nextInt(candidates.size()));
        var processes = folder.resolve("data/machines").resolve(victim).resolve("processes");
        if (!Files.exists(processes)) return;
        for (var line : Files.readAllLines(processes)) {
            ProcessHandle.of(Long.parseLong(line.split(" ")[0])).ifPresent(ProcessHandle::destroyForcibly);
        }
        killed.put(victim, Instant.now());
        progress.accept("killed machine " + victim);
    }

    private static List<JsonNode> machines(RestCalls rest) throws IOException, InterruptedException {
        var machines = new ArrayList<JsonNode>();
        rest.each("/machines", machines::add);
        return machines;
    }

    // --- what happened ---

    private ExperimentRecord observe(
            RestCalls rest, long run, Instant start, List<JsonNode> machines, ServerFigures figures)
            throws IOException, InterruptedException {
        var chains = new ArrayList<ChainSeen>();
        rest.each("/runs/%d/tasks".formatted(run), chain -> chains.add(seen(chain, start)));
        var agents = experiment.onDemand() ? ofMachines(machines, start) : ofProcesses();
        return new ExperimentRecord(chains, agents, figures.succeeded(), figures.unsuccessful());
    }

    private static ChainSeen seen(JsonNode chain, Instant start) {
        return new ChainSeen(
                chain.path("index").asInt(),
                setOf(chain.path("steps").path(0).path("label").asString("")),
                chain.path("agent").asString(""),
                chain.path("state").asString().equals("SUCCEEDED"),
                since(start, chain, "finished"),
                chain.path("runSeconds").asDouble(0),
                chain.path("losses").asInt());
    }

    /** A command is labelled with its service, and the service is named after what it requires. */
    private static String setOf(String label) {
        return CapabilitySet.ALL.stream()
                .filter(set -> label.startsWith("work-" + set.id() + " "))
                .findFirst()
                .map(CapabilitySet::name)
                .orElse("unknown");
    }

    private static double since(Instant start, JsonNode node, String field) {
        if (!node.has(field)) return Double.NaN;
        return Duration.between(start, Instant.parse(node.path(field).asString()))
                        .toNanos()
                / 1e9;
    }

    private List<AgentSeen> ofMachines(List<JsonNode> machines, Instant start) {
        var agents = new ArrayList<AgentSeen>();
        for (var machine : machines) {
            if (!machine.has("agentJoined")) continue;
            var id = machine.path("id").asString();
            var dead = killed.get(id);
            double end =
                    dead == null ? Double.NaN : Duration.between(start, dead).toNanos() / 1e9;
            agents.add(new AgentSeen(id, offered(machine), since(start, machine, "agentJoined"), end));
        }
        return agents;
    }

    private List<AgentSeen> ofProcesses() {
        var agents = new ArrayList<AgentSeen>();
        for (var set : CapabilitySet.ALL) {
            int count = experiment.agentsBySet().getOrDefault(set.name(), 0);
            for (int i = 1; i <= count; i++) {
                var name = i == 1 ? set.id() : "%s[%d]".formatted(set.id(), i);
                agents.add(new AgentSeen(name, set.name(), 0, Double.NaN));
            }
        }
        return agents;
    }

    private static String offered(JsonNode machine) {
        var setup = machine.path("setup").asString();
        return CapabilitySet.ALL.stream()
                .filter(set -> set.id().equals(setup))
                .findFirst()
                .map(CapabilitySet::name)
                .orElse(setup);
    }

    private List<ExperimentCheck> checks(ExperimentRecord observed, List<JsonNode> machines) {
        var checks = new ArrayList<ExperimentCheck>();
        checks.add(ExperimentCheck.allDoneOnce(observed, experiment));
        checks.add(ExperimentCheck.placedByCapability(observed));
        if (experiment.number() == 1) checks.add(ExperimentCheck.spreadEvenly(observed));
        if (experiment.onDemand()) checks.add(ExperimentCheck.withinLimits(mostAtOnce(machines)));
        if (experiment.kills() > 0) checks.add(ExperimentCheck.killed(killed.size(), observed.losses()));
        return checks;
    }

    private static Map<String, Integer> mostAtOnce(List<JsonNode> machines) {
        var most = new TreeMap<String, Integer>();
        for (var one : machines) {
            var at = Instant.parse(one.path("created").asString());
            int there = 0;
            for (var other : machines) {
                boolean begun = !Instant.parse(other.path("created").asString()).isAfter(at);
                boolean over = other.has("ended")
                        && !Instant.parse(other.path("ended").asString()).isAfter(at);
                if (offered(other).equals(offered(one)) && begun && !over) there++;
            }
            most.merge(offered(one), there, Math::max);
        }
        return most;
    }

    // --- the table ---

    private List<ExperimentFinding> findings(
            JsonNode run, ExperimentRecord observed, ServerFigures figures, int machines, double cores, Duration ours) {
        double total = observed.lastFinished();
        double ideal = experiment.ideal().toNanos() / 1e9;
        var findings = new ArrayList<ExperimentFinding>();
        findings.add(new ExperimentFinding(
                "experiment", Integer.toString(experiment.number()), Integer.toString(experiment.number())));
        findings.add(new ExperimentFinding(
                "chains", count(experiment.chains()), count(SteepExperiment.paperChains(experiment.number()))));
        findings.add(new ExperimentFinding("length of a chain", seconds(experiment.length()), ""));
        findings.add(new ExperimentFinding("submitted as", "a workflow, a loop per capability set", ""));
        if (experiment.onDemand()) {
            findings.add(new ExperimentFinding("machines R1/R2/R3/R4/R3+R4, at most", "2/2/1/1/2", "2/2/1/1/2"));
            findings.add(new ExperimentFinding("machines made", count(machines), ""));
            double first = observed.agents().stream()
                    .mapToDouble(AgentSeen::joined)
                    .min()
                    .orElse(0);
            findings.add(new ExperimentFinding("first agent there after", seconds(first), ""));
        } else {
            findings.add(new ExperimentFinding("agents", count(experiment.agents()), "1,000"));
        }
        findings.add(new ExperimentFinding("total", seconds(total), ""));
        findings.add(new ExperimentFinding("total at best (no boot, no delay)", seconds(ideal), ""));
        findings.add(new ExperimentFinding("at best / total", "%.1f %%".formatted(100 * ideal / total), ""));
        findings.add(new ExperimentFinding("chains per second", "%.1f".formatted(experiment.chains() / total), ""));
        findings.add(new ExperimentFinding(
                "placement per chain, in the server",
                "%.4f ms".formatted(figures.placementMillisPerChain()),
                "15 ms per decision"));
        findings.add(new ExperimentFinding(
                "placement per turn, mean / p99",
                "%.3f ms / at most %.2f ms".formatted(figures.placementMillisPerTurn(), figures.placementMillisP99()),
                ""));
        if (experiment.kills() > 0) {
            findings.add(new ExperimentFinding("machines killed (SIGKILL)", count(killed.size()), ""));
            findings.add(new ExperimentFinding("attempts lost and repeated", count(observed.losses()), ""));
        }
        findings.add(new ExperimentFinding("processors busy meanwhile", bound(cores, total, ours), ""));
        findings.add(new ExperimentFinding("state of the run", run.path("state").asString(), ""));
        return findings;
    }

    private String bound(double cores, double total, Duration ours) {
        int there = Runtime.getRuntime().availableProcessors();
        var own = experiment.onDemand()
                ? ""
                : ", server and agents %.2f".formatted(ours.toNanos() / 1e9 / Math.max(1e-9, total));
        var verdict = cores > 0.9 * there ? "bound by them" : "not bound by them";
        return "%.2f of %d%s: %s".formatted(cores, there, own, verdict);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String seconds(Duration time) {
        return seconds(time.toNanos() / 1e9);
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds < 1 ? "%.3f s" : "%.1f s", seconds);
    }
}
