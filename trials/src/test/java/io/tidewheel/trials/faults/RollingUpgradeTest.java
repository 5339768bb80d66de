package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An earlier release becomes this one while arrays are under load, part by part: at each moment old and new programs work together. Not part of
 * {@code verify}, since it needs the earlier release: {@code tools/rolling-upgrade REVISION}.
 */
@Tag("soak")
class RollingUpgradeTest {
    private static final int TASKS = 600;
    private static final int SLOTS = 4;
    private static final List<String> AGENTS = List.of("agent-1", "agent-2");

    private final Optional<ProgramRelease> earlier = Optional.of(ProgramRelease.earlier(Path.of(Objects.requireNonNull(
            System.getProperty("tidewheel.upgrade.from"),
            "this needs -Dtidewheel.upgrade.from=FOLDER, the jars of the earlier release:"
                    + " tools/rolling-upgrade REVISION"))));

    private int arrays;

    @ParameterizedTest
    @EnumSource
    void serversFirst(StoreKind store) {
        try (var site = TrialSite.prepare("upgrade-servers-first", store)) {
            var servers = begin(site, store);
            underLoad(site, earlier, () -> servers.forEach(server -> renewServer(site, server)));
            underLoad(site, earlier, () -> AGENTS.forEach(agent -> renewAgent(site, servers, agent)));
            underLoad(site, Optional.empty(), () -> {});
            check(site);
        }
    }

    /** Of servers that share a store the first new one changes its tables, so that they are what comes last. */
    @ParameterizedTest
    @EnumSource
    void serversLast(StoreKind store) {
        try (var site = TrialSite.prepare("upgrade-servers-last", store)) {
            var servers = begin(site, store);
            underLoad(site, earlier, () -> AGENTS.forEach(agent -> renewAgent(site, servers, agent)));
            underLoad(site, Optional.empty(), () -> servers.forEach(server -> renewServer(site, server)));
            underLoad(site, earlier, () -> {});
            check(site);
        }
    }

    /** All of the earlier release: one server for an embedded store, two that share PostgreSQL, and two agents. */
    private List<String> begin(TrialSite site, StoreKind store) {
        var servers = store == StoreKind.EMBEDDED ? List.of("server") : List.of("server", "server-2");
        site.useRelease(earlier);
        for (var server : servers) {
            site.startServer(server);
            site.awaitServer(server);
        }
        for (var agent : AGENTS) startAgent(site, servers, agent);
        return servers;
    }

    private static void startAgent(TrialSite site, List<String> servers, String agent) {
        site.startAgent(agent, SLOTS, site.url(servers.get(AGENTS.indexOf(agent) % servers.size())));
        site.program(agent).awaitOutput("connected to");
    }

    /** Stops a server in good order, as an operator does, and starts the new one in its place; the arrays go on meanwhile. */
    private static void renewServer(TrialSite site, String server) {
        site.program(server).endInGoodOrder();
        site.useRelease(Optional.empty());
        site.startServer(server);
        site.awaitServer(server);
    }

    private static void renewAgent(TrialSite site, List<String> servers, String agent) {
        site.program(agent).endInGoodOrder();
        site.useRelease(Optional.empty());
        startAgent(site, servers, agent);
    }

    /** A client of a release submits an array and waits for it, and while it runs something is renewed. */
    private void underLoad(TrialSite site, Optional<ProgramRelease> client, Runnable change) {
        int first = arrays++ * TASKS;
        var script =
                "trace() { echo \"$1 $((TIDEWHEEL_TASK_ID + %d)) $TIDEWHEEL_ATTEMPT $TIDEWHEEL_AGENT $$\" >> %s; }; trace begin; sleep 0.05; trace end"
                        .formatted(first, site.effectsFile());
        site.useRelease(client);
        var array = site.startArray("array-" + arrays, site.url(), TASKS, script);
        site.awaitTraces(first, "end", 1);
        change.run();
        await("the array ends").until(() -> !array.isAlive());
        assertThat(array.exitCode()).as(array.output()).isZero();
        assertThat(array.output()).doesNotContainIgnoringCase("refused");
    }

    /** Every task has come to its end; no attempt began twice, and only what was stopped under way was run again. */
    private void check(TrialSite site) {
        var effects = site.effects();
        var unfinished = IntStream.range(0, arrays * TASKS)
                .filter(task -> effects.of(task, "end").isEmpty())
                .boxed()
                .toList();
        assertThat(unfinished).isEmpty();
        var again = IntStream.range(0, arrays * TASKS)
                .filter(task -> effects.of(task, "begin").size() > 1)
                .boxed()
                .collect(Collectors.toMap(task -> task, effects::of));
        for (int task = 0; task < arrays * TASKS; task++)
            assertThat(effects.of(task, "begin"))
                    .extracting(TaskTraces.Trace::attempt)
                    .doesNotHaveDuplicates();
        assertThat(again.size()).as("run again: %s", again).isLessThanOrEqualTo(AGENTS.size() * SLOTS);
        System.out.printf(
                "%s: %,d tasks, %d of them run again%n", site.folder().getFileName(), arrays * TASKS, again.size());
    }
}
