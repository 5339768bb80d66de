package io.tidewheel.experiments.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.engine.EngineSettings;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Somebody kills agents one after the other, whatever they run; among the tasks may be one that kills them, too. The settings are the default ones. */
class AgentKillsTest {
    private static final int KILLS = 200;

    private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryDatabase database = MemoryDatabase.empty();

    /** The kills of ten storms: no task is to blame, and none is lost. */
    @ParameterizedTest
    @CsvSource({"2, 100", "2, 1000", "4, 300", "4, 1000", "4, 5000", "10, 2000"})
    void noTaskIsLostThoughAgentsAreKilledAtRandomTwoHundredTimes(int agents, int taskMillis) {
        for (long seed = 1; seed <= 10; seed++) {
            var story = new AgentKillsTest();
            var world = story.world(seed, agents, 2);
            long tasks = Math.max(200, agents * 2 * 250_000L / taskMillis);
            story.submit(world, "innocent", (int) tasks, new SimTask(Duration.ofMillis(taskMillis), 0, false), seed);
            story.storm(world, new SplittableRandom(~seed));
            var run = story.awaitEnd(1);
            assertThat(run.totals().succeeded()).as("seed %d", seed).isEqualTo(tasks);
        }
    }

    @ParameterizedTest
    @CsvSource({"50", "2000"})
    void whatKillsItsAgentsIsFoundInTheMiddleOfTheStormOrSoonAfter(int taskMillis) {
        for (long seed = 1; seed <= 10; seed++) {
            var story = new AgentKillsTest();
            var world = story.world(seed, 4, 2);
            story.submit(world, "innocent", 2_000, new SimTask(Duration.ofSeconds(1), 0, false), seed);
            story.submit(world, "poison", 1, new SimTask(Duration.ofMillis(taskMillis), 0, true), seed);
            story.storm(world, new SplittableRandom(~seed));
            for (int run = 1; run <= 2; run++) story.awaitEnd(run);
            int found = 0;
            for (int number = 1; number <= 2; number++) {
                var run = story.run(number);
                boolean isPoison = run.spec().name().equals("poison");
                assertThat(run.totals().failed())
                        .as("seed %d, %s", seed, run.spec().name())
                        .isEqualTo(isPoison ? 1 : 0);
                if (!isPoison) continue;
                found++;
                var chain =
                        story.database.archive().chain(new ChainId(run.id(), 0)).orElseThrow();
                assertThat(chain.reason()).isEqualTo(Reason.POISON);
                assertThat(chain.losses()).as("seed %d", seed).isLessThanOrEqualTo(12);
            }
            assertThat(found).isOne();
        }
    }

    /** An array of which each task kills its agent at once: one does not speak for the other. */
    @Test
    void anArrayThatKillsEachAgentIsGivenUpAfterThreeOfThemForEachTask() {
        var world = world(1, 2, 1);
        submit(world, "poison", 20, new SimTask(Duration.ofMillis(50), 0, true), 1);
        var run = awaitEnd(1);
        assertThat(run.totals().failed()).isEqualTo(20);
        for (int i = 0; i < 20; i++)
            assertThat(database.archive().attempts(new ChainId(run.id(), i), 10))
                    .filteredOn(attempt -> attempt.reason() == Reason.AGENT_DIED)
                    .hasSize(3);
    }

    private FaultWorld world(long seed, int agents, int slots) {
        var random = new SplittableRandom(seed);
        var world = new FaultWorld(time, random, database.archive());
        world.addServer(database, EngineSettings.DEFAULT);
        world.servers().forEach(SimServer::start);
        for (int i = 0; i < agents; i++) {
            var agent = new SimAgent("agent-" + i, Capabilities.NONE, slots, 2, world, random);
            world.agents().add(agent);
            time.after(Duration.ofMillis(random.nextInt(2_000)), agent::start);
        }
        return world;
    }

    /** Every half to two and a half seconds an agent is killed, and is back soon. */
    private void storm(FaultWorld world, RandomGenerator random) {
        time.advance(Duration.ofSeconds(5));
        for (int i = 0; i < KILLS; i++) {
            var victim = world.agents().get(random.nextInt(world.agents().size()));
            victim.kill(Duration.ofMillis(500 + random.nextInt(1_000)));
            time.advance(Duration.ofMillis(500 + random.nextInt(2_000)));
        }
    }

    private RunRecord awaitEnd(int run) {
        for (int i = 0; i < 3_000 && !run(run).state().isFinal(); i++) time.advance(Duration.ofSeconds(5));
        assertThat(run(run).state().isFinal()).isTrue();
        return run(run);
    }

    private RunRecord run(int number) {
        return database.archive().runs(RunFilter.ALL, Long.MAX_VALUE, 10).stream()
                .filter(run -> run.id().equals(new RunId(number)))
                .findFirst()
                .orElseThrow();
    }

    private void submit(FaultWorld world, String name, int tasks, SimTask task, long seed) {
        var lane = new LaneSpec(
                Capabilities.NONE, 0, RetryPolicy.NEVER, ChainTimeLimits.NONE, Delivery.EXACTLY_ONCE, task.encode());
        var spec = RunSpec.tasks(new Owner("ada"), name).withArray(new IndexRange(1, tasks, 1));
        var submission = new NewRun(spec, lane, Optional.of(name), List.of(), true, false, false, "lab");
        new SimClient(world, new SplittableRandom(seed + name.hashCode()), submission, List.of(), 1)
                .start(Duration.ofSeconds(1));
        time.advance(Duration.ofSeconds(2));
    }
}
