package io.tidewheel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.ServerDescription;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.ServerRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AgentSpreadTest {
    private static ServerRecord server(int number, int agents) {
        var described = new ServerDescription("s" + number, "http://s" + number, "1");
        return new ServerRecord(new ServerNumber(number), described, Instant.EPOCH, false, agents, 0, 0, Duration.ZERO);
    }

    private static Map<String, Integer> moves(ServerRecord self, ServerRecord... all) {
        var byName = new TreeMap<String, Integer>();
        AgentSpread.moves(self, List.of(all)).forEach((server, count) -> byName.put(server.name(), count));
        return byName;
    }

    @Test
    void aServerThatJoinsGetsItsShare() {
        assertThat(moves(server(1, 100), server(1, 100), server(2, 0))).containsExactly(Map.entry("s2", 50));
        assertThat(moves(server(2, 0), server(1, 100), server(2, 0))).isEmpty();
    }

    @Test
    void whatDoesNotGoUpStaysWhereItIs() {
        assertThat(moves(server(1, 1), server(1, 1), server(2, 0))).isEmpty();
        assertThat(moves(server(1, 2), server(1, 2), server(2, 1))).isEmpty();
        assertThat(moves(server(2, 2), server(1, 1), server(2, 2))).isEmpty();
        assertThat(moves(server(1, 2), server(1, 2), server(2, 0))).containsExactly(Map.entry("s2", 1));
    }

    @Test
    void aSmallDifferenceIsNotWorthAMove() {
        assertThat(moves(server(1, 102), server(1, 102), server(2, 98))).isEmpty();
        assertThat(moves(server(1, 120), server(1, 120), server(2, 80))).containsExactly(Map.entry("s2", 20));
    }

    @Test
    void aServerThatDrainsGivesAllAwayAndGetsNone() {
        var draining = server(1, 10).toDrain();
        assertThat(moves(draining, draining, server(2, 4), server(3, 0)))
                .containsExactlyInAnyOrderEntriesOf(Map.of("s2", 3, "s3", 7));
        assertThat(moves(server(2, 40), server(1, 0).toDrain(), server(2, 40))).isEmpty();
        assertThat(moves(draining, draining)).as("nobody is there to take them").isEmpty();
    }

    @Test
    void nobodyIsSentToAServerThatHasNoAddress() {
        var hidden = new ServerRecord(
                new ServerNumber(9), ServerDescription.named("x"), Instant.EPOCH, false, 0, 0, 0, Duration.ZERO);
        assertThat(moves(server(1, 10), server(1, 10), hidden)).isEmpty();
    }

    @Test
    void serversThatDecideAtOnceEvenTheNumbersOut() {
        for (int seed = 1; seed <= 300; seed++) {
            var random = new Random(seed);
            var servers = new ArrayList<ServerRecord>();
            for (int i = 1; i <= 2 + random.nextInt(6); i++) servers.add(server(i, random.nextInt(200)));
            var counts = new TreeMap<String, Integer>();
            servers.forEach(server -> counts.put(server.name(), server.agents()));
            int all = counts.values().stream().mapToInt(count -> count).sum();
            for (var server : servers) {
                AgentSpread.moves(server, servers).forEach((to, count) -> {
                    counts.merge(server.name(), -count, Integer::sum);
                    counts.merge(to.name(), count, Integer::sum);
                });
            }
            assertThat(counts.values().stream().mapToInt(count -> count).sum())
                    .as("seed %d", seed)
                    .isEqualTo(all);
            int fair = all / servers.size();
            assertThat(Collections.max(counts.values()))
                    .as("seed %d: %s", seed, counts)
                    .isLessThanOrEqualTo(fair + 1 + fair / 20);
        }
    }
}
