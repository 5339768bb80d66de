package io.tidewheel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Actor;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Very many things that happen in the same second. */
class WorkStormTest {
    private static final int TASKS = 100_000;
    private static final int CREDIT = 10_000;

    private final EngineStory story = new EngineStory();

    /** The second attempts do not all come in the same moment again: they are spread over a tenth of the back-off. */
    @Test
    void aHundredThousandTasksThatFailTogetherAreTriedAgainOneAfterTheOther() {
        var agents = new ArrayList<EngineStory.Puppet>();
        for (int i = 0; i < TASKS / CREDIT; i++) agents.add(story.agent("agent-" + i, "", CREDIT));
        var retry = new RetryPolicy(2, Duration.ofSeconds(100), 1, RetryPolicy.LONGEST);
        var run = submitArray(retry, TASKS);
        assertThat(agents).allMatch(agent -> agent.work.size() == CREDIT);

        for (var agent : agents) failAll(agent);
        var due = chains(run).stream()
                .map(chain -> chain.due().orElseThrow())
                .sorted()
                .toList();
        assertThat(Duration.between(due.getFirst(), due.getLast()))
                .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(10));
        assertThat(mostWithinASecond(due)).isLessThan(TASKS / 8);

        story.pass(Duration.ofSeconds(99));
        assertThat(agents).allMatch(agent -> agent.work.isEmpty());
        story.pass(Duration.ofSeconds(13));
        assertThat(agents.stream().mapToInt(agent -> agent.work.size()).sum()).isEqualTo(TASKS);
        for (var agent : agents) failAll(agent);
        story.pass(Duration.ofSeconds(1));
        assertThat(story.run(run).state()).isEqualTo(RunState.FAILED);
        assertThat(story.run(run).totals().failed()).isEqualTo(TASKS);
    }

    /** All agents come back in the moment in which the server is there again; what they run goes on. */
    @Test
    void tenThousandAgentsThatReturnTogetherKeepWhatTheyRun() {
        int count = 10_000;
        var agents = new ArrayList<EngineStory.Puppet>();
        for (int i = 0; i < count; i++) agents.add(story.agent("agent-" + i, "", 1));
        var run = submitArray(RetryPolicy.NEVER, 2 * count);
        assertThat(agents).allMatch(agent -> agent.work.size() == 1);

        story.restartServer();
        agents.forEach(EngineStory.Puppet::join);
        story.pass(Duration.ofSeconds(10));
        assertThat(agents).allMatch(agent -> agent.work.size() == 1 && agent.stops.isEmpty());
        for (var agent : agents) agent.succeed(agent.first());
        assertThat(agents).allMatch(agent -> agent.work.size() == 1);
        for (var agent : agents) agent.succeed(agent.first());
        story.pass(Duration.ofSeconds(1));
        assertThat(story.run(run).state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(chains(run)).allMatch(chain -> chain.attempt() == 1);
        assertThat(story.disconnected).isEmpty();
    }

    /** With notice an agent drains: it does what it has begun, gives back the rest, and says goodbye. */
    @Test
    void machinesThatAreReclaimedWithNoticeCountAgainstNothing() {
        var run = submitArray(RetryPolicy.NEVER, 40);
        for (int wave = 0; wave < 5; wave++) {
            var spots = agents("spot-%d-".formatted(wave), 10, 2);
            for (var spot : spots) {
                story.answer(story.engine.drain(spot.session, Actor.anyone("cloud")));
                spot.giveBack(spot.work.getLast());
            }
            story.pass(Duration.ofSeconds(1));
            assertThat(spots).allMatch(spot -> spot.work.size() == 1);
            for (var spot : spots) {
                if (wave > 2) spot.succeed(spot.first());
                else spot.giveBack(spot.first());
                spot.hangUp();
            }
        }
        assertThat(chains(run)).allMatch(chain -> chain.failures() == 0 && chain.losses() == 0);
        finish(run);
    }

    /** Without notice they are gone: their work runs elsewhere, and that is no failure of it, though it may not be tried again after one. */
    @Test
    void machinesThatAreReclaimedAllAtOnceAreNoFailureOfTheirTasks() {
        var run = submitArray(RetryPolicy.NEVER, 40);
        for (int wave = 0; wave < 2; wave++) {
            var spots = agents("spot-%d-".formatted(wave), 10, 2);
            assertThat(spots).allMatch(spot -> spot.work.size() == 2);
            spots.forEach(EngineStory.Puppet::hangUp);
            story.pass(Duration.ofSeconds(2));
        }
        assertThat(chains(run))
                .allMatch(chain -> chain.failures() == 0 && !chain.state().isFinal());
        finish(run);
    }

    private void finish(RunId run) {
        var steady = agents("steady-", 2, 20);
        while (!story.run(run).state().isFinal()) {
            for (var agent : steady) List.copyOf(agent.work).forEach(agent::succeed);
            story.pass(Duration.ofSeconds(1));
        }
        assertThat(story.run(run).state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(chains(run)).allMatch(chain -> chain.state() == ChainState.SUCCEEDED);
    }

    private List<EngineStory.Puppet> agents(String name, int count, int slots) {
        var agents = new ArrayList<EngineStory.Puppet>();
        for (int i = 0; i < count; i++) agents.add(story.agent(name + i, "", slots));
        return agents;
    }

    private RunId submitArray(RetryPolicy retry, int tasks) {
        var lane = new LaneSpec(Capabilities.NONE, 0, retry, ChainTimeLimits.NONE, Delivery.EXACTLY_ONCE, Payload.NONE);
        var spec = RunSpec.tasks(EngineStory.ADA, "storm").withArray(new IndexRange(0, tasks - 1, 1));
        List<NewChain> none = Collections.emptyList();
        return story.answer(
                        story.engine.submit(new NewRun(spec, lane, Optional.empty(), none, true, false, false, "test")))
                .run();
    }

    /** All that an agent has fails, and it says so in one message. */
    private void failAll(EngineStory.Puppet agent) {
        var ends = agent.work.stream()
                .map(work -> new AttemptReport(
                        work.chain(), work.attempt(), 0, Reason.EXIT_CODE, 1, Duration.ofSeconds(60), Payload.NONE))
                .toList();
        agent.work.clear();
        report(agent.session, agent.acknowledged + 1, ends);
    }

    private void report(SessionId session, long number, List<AttemptReport> ends) {
        story.answer(story.engine.report(
                session,
                new AgentReport(
                        number, ends, List.of(), List.of(), List.of(), OptionalInt.empty(), Optional.empty(), false)));
    }

    private List<ChainRecord> chains(RunId run) {
        return story.archive().chains(run, Set.of(), 0, TASKS, false);
    }

    private static int mostWithinASecond(List<Instant> sorted) {
        int most = 0;
        int first = 0;
        for (int last = 0; last < sorted.size(); last++) {
            while (Duration.between(sorted.get(first), sorted.get(last)).compareTo(Duration.ofSeconds(1)) > 0) first++;
            most = Math.max(most, last - first + 1);
        }
        return most;
    }
}
