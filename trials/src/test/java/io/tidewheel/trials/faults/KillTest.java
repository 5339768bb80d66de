package io.tidewheel.trials.faults;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servers, agents and clients are killed at random moments under load and started again: nothing is lost, nothing is done twice, and what
 * everybody is told could have happened one thing after the other.
 */
class KillTest {
    private static final int KILLS = 6;
    private static final List<String> AGENTS = List.of("agent-1", "agent-2");

    private final long seed = Long.getLong("tidewheel.faults.seed", System.nanoTime());

    @ParameterizedTest
    @EnumSource
    void everyTaskEndsOnceWhoeverIsKilled(StoreKind store) throws Exception {
        try (var site = TrialSite.open("kill", store)) {
            storm(site, List.of("server", "server", "agent-1", "agent-2", "client"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsRunAgainWhenOnlyServersAndClientsAreKilled(StoreKind store) throws Exception {
        try (var site = TrialSite.open("kill-server", store)) {
            storm(site, List.of("server", "client"));
        }
    }

    private void storm(TrialSite site, List<String> victims) throws Exception {
        System.out.printf("%s: -Dtidewheel.faults.seed=%d%n", site.folder().getFileName(), seed);
        var kills = new KillStorm(site, "client", new Random(seed));
        kills.begin(AGENTS);
        var witnesses = new HistoryClients(site, seed);
        witnesses.begin();
        for (int i = 0; i < KILLS; i++) {
            kills.pause(200, 1_500);
            kills.kill(victims);
        }
        witnesses.stop();
        kills.calmDown();
        witnesses.awaitEnd();
        witnesses.check();
    }
}
