package io.tidewheel.experiments.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.engine.EngineSettings;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Hundreds of agents that stand still for a while, again and again, as on a machine with too much to do: no task is to blame for that. */
class OutageWorldTest {
    private static final int AGENTS = 300;
    private static final int TASKS = 1_500;
    private static final Duration TASK = Duration.ofSeconds(12);

    private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final RandomGenerator random = new SplittableRandom(17);
    private final MemoryDatabase database = MemoryDatabase.empty();
    private final FaultWorld world = new FaultWorld(time, random, database.archive());

    @Test
    void agentsThatStandStillAgainAndAgainMakeNoPoison() {
        world.addServer(database, EngineSettings.DEFAULT);
        world.servers().forEach(SimServer::start);
        for (int i = 0; i < AGENTS; i++) {
            var agent = new SimAgent("agent-" + i, Capabilities.NONE, 1, 1, world, random);
            world.agents().add(agent);
            time.after(Duration.ofMillis(random.nextInt(2_000)), agent::start);
        }
        var client = client();
        client.start(Duration.ofSeconds(1));
        time.advance(Duration.ofSeconds(5));
        for (int storm = 0; storm < 8; storm++) {
            for (var agent : world.agents())
                if (random.nextInt(3) > 0) agent.pause(Duration.ofMillis(4_500 + random.nextInt(4_000)));
            time.advance(Duration.ofSeconds(11));
        }
        for (int i = 0; i < 60 && !run().state().isFinal(); i++) time.advance(Duration.ofSeconds(5));
        assertThat(run().state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(run().totals().succeeded()).isEqualTo(TASKS);
        var counters = world.servers().getFirst().engine().orElseThrow().counters();
        assertThat(counters.chainsPoisoned.sum()).isZero();
        assertThat(counters.leasesLost.sum())
                .as("they stood still for long enough")
                .isGreaterThan(AGENTS);
        assertThat(counters.leasesReclaimed.sum()).as("and came back").isPositive();
    }

    private RunRecord run() {
        return database.archive().runs(RunFilter.ALL, Long.MAX_VALUE, 1).getFirst();
    }

    private SimClient client() {
        var lane = new LaneSpec(
                Capabilities.NONE,
                0,
                RetryPolicy.NEVER,
                ChainTimeLimits.NONE,
                Delivery.EXACTLY_ONCE,
                new SimTask(TASK, 0, false).encode());
        var spec = RunSpec.tasks(new Owner("ada"), "outage").withArray(new IndexRange(1, TASKS, 1));
        var submission = new NewRun(spec, lane, Optional.of("key"), List.of(), true, false, false, "lab");
        return new SimClient(world, random, submission, List.of(), 1);
    }
}
