package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Two servers on one PostgreSQL; agents and clients that know both and are always at work. One server becomes unreachable, freezes, is drained and is
 * killed, one after the other: whoever was connected goes to the other one, and nothing is started twice. So does the workflow and the job that the one
 * kept which is killed. How long each of them was kept from its work is printed.
 */
class ServerFailoverTest {
    /** So often each fault happens; more for figures. */
    private static final int ROUNDS = Integer.getInteger("tidewheel.faults.rounds", 1);

    private static final int AGENTS = 4;
    private static final int SLOTS = 2;
    /** More tasks than an agent fetches ahead: one of them was given to it after the fault. */
    private static final int BEATS = 3 * SLOTS;

    private static final Duration CALM = Duration.ofSeconds(5);
    private static final String CALM_KIND = "calm";

    private static final Predicate<String> ALL = _ -> true;

    private static final String SERVER = "server";
    private static final String OTHER = "other";

    /** One task began. */
    private record Beat(String agent, String task, long millis) {}

    private final TrialSite site = TrialSite.prepare("failover", StoreKind.POSTGRES);
    private final Map<String, WorkGaps> agentGaps = new TreeMap<>();
    private final Map<String, WorkGaps> clientGaps = new TreeMap<>();
    private final List<SteadyWork> works = new ArrayList<>();
    private final Map<String, WorkGaps> keptGaps = new TreeMap<>();
    private Map<String, Supplier<List<Long>>> signsOfKept = Map.of();
    private Path beats = site.file("beats");

    @Test
    void agentsAndClientsGoToTheOtherServerAndNothingIsStartedAgain() {
        try (site) {
            for (var server : List.of(SERVER, OTHER)) {
                site.startServer(server);
                site.awaitServer(server);
            }
            awaitBoth(SERVER);
            var other = servers(SERVER).keySet().stream()
                    .filter(name -> !name.equals(ownName(SERVER)))
                    .findFirst()
                    .orElseThrow();
            for (int round = 1; round <= ROUNDS; round++) round(round, ownName(SERVER), other);
        } finally {
            report("agents of the server", agentGaps);
            report("clients", clientGaps);
            report("what the server had kept", keptGaps);
        }
    }

    /** In each round agents and clients are new ones, for those that have moved know the way around the line that fails. */
    private void round(int round, String server, String other) {
        beats = site.file("beats-" + round);
        try (var line = FaultyTunnel.to(site.port())) {
            var here = List.of(line.url(), site.url(OTHER));
            for (int i = 1; i <= AGENTS; i++) site.startAgent("agent-" + i, SLOTS, i % 2 == 0 ? here : here.reversed());
            try (var one = TidewheelClient.connect(here, site.token());
                    var two = TidewheelClient.connect(here.reversed(), site.token());
                    var first = new SteadyWork(one, "first", beats);
                    var second = new SteadyWork(two, "second", beats)) {
                works.clear();
                works.addAll(List.of(first, second));
                var longTasks = one.open(RunOptions.named("long"));
                longTasks.add(traced(site.file("long-" + round), "sleep 20"));
                faults(server, other, line);
                longTasks.close();
                assertStartedOnce(round, longTasks);
            }
            for (int i = 1; i <= AGENTS; i++) site.program("agent-" + i).endInGoodOrder();
            await("no agent is left").until(() -> agents(SERVER).isEmpty());
        }
        var starts = beats().stream().collect(Collectors.groupingBy(Beat::task, Collectors.counting()));
        assertThat(starts)
                .as("starts of each task")
                .allSatisfy((_, count) -> assertThat(count).isEqualTo(1));
    }

    private void assertStartedOnce(int round, TaskRun run) {
        var results = RunResults.of(run);
        assertThat(results.summary().allSucceeded()).isTrue();
        var traces = TaskTraces.read(site.file("long-" + round));
        for (int task : results.byTask().keySet())
            assertThat(traces.of(task, "begin")).as("starts of task %d", task).hasSize(1);
    }

    private void faults(String server, String other, FaultyTunnel line) {
        calm(server);
        fault("cut", server, OTHER, line::stall, agent -> isConnectedTo(agent, line));
        line.heal();
        fault("freeze", other, SERVER, site.program(OTHER)::pause, ALL);
        site.program(OTHER).resume();
        fault("drain", other, SERVER, () -> site.tidewheel("drain", "server", "drain", other), ALL);
        site.program(OTHER).endInGoodOrder();
        site.startServer(OTHER);
        site.awaitServer(OTHER);
        awaitSpread(server, OTHER);
        try (var kept = KeptRuns.begin(site, SERVER, OTHER, beats.getFileName() + "-kept")) {
            signsOfKept = kept.signs();
            fault("kill", server, OTHER, site.program(SERVER)::kill9, ALL);
            signsOfKept = Map.of();
        }
        site.startServer(SERVER);
        site.awaitServer(SERVER);
    }

    /** Something happens to a server while everybody is at work; measured until all are at work again. */
    private void fault(String kind, String hit, String asked, Runnable what, Predicate<String> isHit) {
        awaitSpread(hit, asked);
        var theirs = agents(asked).entrySet().stream()
                .filter(agent -> agent.getValue().equals(hit))
                .map(Map.Entry::getKey)
                .filter(isHit)
                .toList();
        long began = System.currentTimeMillis();
        what.run();
        await("its agents have gone another way").until(() -> haveLeft(theirs, hit, asked, isHit));
        measure(kind, theirs, began, System.currentTimeMillis());
    }

    /** What is measured when nothing happens: how much the machine has to do besides. */
    private void calm(String server) {
        awaitSpread(server, SERVER);
        long began = System.currentTimeMillis();
        FaultPause.of(CALM);
        measure(CALM_KIND, List.copyOf(agents(SERVER).keySet()), began, System.currentTimeMillis());
    }

    private void awaitSpread(String server, String asked) {
        awaitBoth(asked);
        await("half of the agents at each server, all at work").until(() -> {
            var agents = agents(asked);
            return agents.size() == AGENTS
                    && agents.values().stream().filter(server::equals).count() == AGENTS / 2
                    && agents.keySet().stream().noneMatch(agent -> signs(agent).isEmpty())
                    && works.stream().noneMatch(work -> work.arrivals().isEmpty());
        });
    }

    private void measure(String kind, List<String> agents, long began, long settled) {
        for (var agent : agents) gaps(agentGaps, kind).add(gap(agent, () -> signs(agent), began, settled, BEATS));
        for (var work : works)
            gaps(clientGaps, kind).add(gap("a client", work::arrivals, began, settled, 2 * SteadyWork.UNDER_WAY));
        signsOfKept.forEach((what, signs) -> gaps(keptGaps, what).add(gap(what, signs, began, settled, BEATS)));
    }

    /** Who was sent to the server by the other one knows the way around the line. */
    private boolean isConnectedTo(String agent, FaultyTunnel line) {
        var program = site.program(agent.substring(0, agent.lastIndexOf('.')));
        return program.output()
                .lines()
                .filter(text -> text.contains(" connected to "))
                .reduce((_, last) -> last)
                .filter(last -> last.endsWith(":" + line.url().getPort()))
                .isPresent();
    }

    private void awaitBoth(String asked) {
        await("both servers")
                .until(() ->
                        servers(asked).values().stream().filter("up"::equals).count() == 2);
    }

    /** They are at the other server, or found another way to this one. */
    private boolean haveLeft(List<String> agents, String hit, String asked, Predicate<String> isHit) {
        var present = agents(asked);
        return agents.stream()
                .allMatch(
                        agent -> present.containsKey(agent) && (!hit.equals(present.get(agent)) || !isHit.test(agent)));
    }

    private List<Long> signs(String agent) {
        return beats().stream()
                .filter(beat -> beat.agent.equals(agent))
                .map(Beat::millis)
                .toList();
    }

    private static double gap(String whose, Supplier<List<Long>> signs, long began, long settled, int enough) {
        await("work goes on of " + whose)
                .until(() ->
                        WorkGaps.longest(signs.get(), began, settled, enough).isPresent());
        return WorkGaps.longest(signs.get(), began, settled, enough).orElseThrow();
    }

    private static WorkGaps gaps(Map<String, WorkGaps> all, String kind) {
        return all.computeIfAbsent(kind, _ -> new WorkGaps());
    }

    private static void report(String whose, Map<String, WorkGaps> byKind) {
        var all = new WorkGaps();
        byKind.forEach((kind, gaps) -> {
            System.out.printf("%s, %s: %s%n", whose, kind, gaps);
            if (!kind.equals(CALM_KIND)) all.addAll(gaps);
        });
        System.out.printf("%s, all faults: %s%n", whose, all);
    }

    private List<Beat> beats() {
        try {
            if (!Files.exists(beats)) return List.of();
            return Files.readAllLines(beats).stream()
                    .map(line -> line.split(" "))
                    .map(words -> new Beat(words[0], words[1], Long.parseLong(words[2])))
                    .toList();
        } catch (IOException error) {
            throw new UncheckedIOException("cannot read " + beats, error);
        }
    }

    /** The agents that are present, and by whom they are heard. */
    private Map<String, String> agents(String asked) {
        var present = new TreeMap<String, String>();
        for (var agent : site.rest(asked).json("/agents").path("items")) {
            if (!agent.path("state").asString().equals("disconnected"))
                present.put(agent.path("name").asString(), agent.path("server").asString());
        }
        return present;
    }

    /** The servers, and how they stand. */
    private Map<String, String> servers(String asked) {
        var servers = new TreeMap<String, String>();
        for (var server : site.rest(asked).json("/servers").path("items"))
            servers.put(server.path("name").asString(), server.path("state").asString());
        return servers;
    }

    private String ownName(String asked) {
        for (var server : site.rest(asked).json("/servers").path("items"))
            if (server.path("asked").asBoolean()) return server.path("name").asString();
        throw new AssertionError("server " + asked + " does not name itself");
    }
}
