package io.tidewheel.engine;

import static io.tidewheel.engine.EngineStory.ADA;
import static io.tidewheel.engine.EngineStory.lane;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.scheduling.AfterAttempt;
import io.tidewheel.scheduling.AgentLoss;
import io.tidewheel.scheduling.LossCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the loss of an agent means for what it ran: whose fault it was, and what becomes of it when the agent comes back. */
class AgentLossTest {
    private static final Duration OUTAGE = Duration.ofSeconds(7);

    private final EngineStory story = new EngineStory();

    @ParameterizedTest
    @EnumSource(
            value = Delivery.class,
            names = {"EXACTLY_ONCE", "AT_LEAST_ONCE"})
    void whatLivesThroughThreeOutagesOfTheNetworkIsStartedOnceAndSucceeds(Delivery delivery) {
        var run = story.submit(lane(delivery), 4);
        var agents = List.of(story.agent("one", "", 2), story.agent("two", "", 2));
        for (var agent : agents) agent.receipts = delivery == Delivery.AT_LEAST_ONCE;
        for (var agent : agents) for (var work : agent.work) agent.start(work);
        for (int i = 0; i < 3; i++) {
            for (var agent : agents) agent.silent = true;
            story.pass(OUTAGE);
            assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.READY);
            for (var agent : agents) {
                agent.silent = false;
                agent.join();
            }
            story.pass(Duration.ofSeconds(13));
        }
        for (var agent : agents) {
            assertThat(agent.stops).isEmpty();
            for (var work : List.copyOf(agent.work)) {
                assertThat(work.attempt()).isEqualTo(1);
                agent.succeed(work);
            }
        }
        assertThat(story.run(run).state()).isEqualTo(RunState.SUCCEEDED);
        for (int i = 0; i < 4; i++) {
            assertThat(story.chain(run, i).attempt()).isEqualTo(1);
            assertThat(story.chain(run, i).losses()).isZero();
            assertThat(story.archive().attempts(new ChainId(run, i), 10)).isEmpty();
        }
        assertThat(story.engine.counters().leasesReclaimed.sum()).isEqualTo(12);
        assertThat(story.engine.counters().attemptsLost(LossCause.SILENCE).sum())
                .isEqualTo(12);
    }

    @Test
    void whoReturnsWithItsProcessGoesOnThoughAnotherAgentHasBegunAnew() {
        var run = story.submit(lane(), 1);
        var first = story.agent("first", "", 1);
        first.start(first.first());
        first.silent = true;
        var second = story.agent("second", "", 1);
        story.pass(OUTAGE);
        assertThat(second.first().attempt()).isEqualTo(2);
        first.goesOn = true;
        first.silent = false;
        first.join();
        assertThat(first.stops).isEmpty();
        assertThat(second.stops).containsExactly(new StopOrder(new ChainId(run, 0), 2, false, true));
        first.succeed(first.first());
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.SUCCEEDED);
        assertThat(story.chain(run, 0).attempt()).isEqualTo(1);
    }

    @Test
    void whatAnotherAgentHasFinishedMeanwhileIsNotGivenBack() {
        var run = story.submit(lane(), 1);
        var first = story.agent("first", "", 1);
        var old = first.first();
        first.silent = true;
        var second = story.agent("second", "", 1);
        story.pass(OUTAGE);
        second.succeed(second.first());
        first.goesOn = true;
        first.silent = false;
        first.join();
        assertThat(first.stops).containsExactly(new StopOrder(new ChainId(run, 0), 1, true, true));
        first.succeed(old);
        assertThat(story.chain(run, 0).attempt()).isEqualTo(2);
    }

    @Test
    void noNumberIsGivenOutTwiceWhenAnEarlierAttemptGoesOnAndIsLostAgain() {
        var run = story.submit(lane(), 1);
        var first = story.agent("first", "", 1);
        first.silent = true;
        var second = story.agent("second", "", 1);
        story.pass(OUTAGE);
        first.goesOn = true;
        first.silent = false;
        first.join();
        second.work.clear();
        first.silent = true;
        story.pass(OUTAGE);
        assertThat(second.first().attempt()).isEqualTo(3);
        second.succeed(second.first());
        assertThat(story.run(run).state()).isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void theLossOfAnAgentThatComesBackLaterIsForgotten() {
        var run = story.submit(lane(), 1);
        var agent = story.agent("one", "", 1);
        agent.start(agent.first());
        agent.hangUp();
        story.pass(Duration.ofSeconds(2));
        assertThat(story.chain(run, 0).losses()).isEqualTo(1);
        assertThat(story.chain(run, 0).reason()).isEqualTo(Reason.AGENT_DIED);
        agent.join();
        assertThat(story.chain(run, 0).losses()).isZero();
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.RUNNING);
    }

    @Test
    void silenceIsNeverHeldAgainstAChain() {
        var run = story.submit(lane(), 1);
        for (int i = 0; i < 8; i++) {
            story.agent("silent " + i, "", 1).silent = true;
            story.pass(OUTAGE);
        }
        assertThat(story.chain(run, 0).losses()).isZero();
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.READY);
    }

    @Test
    void whatVanishesWithItsAgentsAgainAndAgainIsPoisonInTheEnd() {
        var run = story.submit(lane(), 1);
        for (int i = 0; i < 20 && story.chain(run, 0).state() != ChainState.FAILED; i++) {
            story.agent("silent " + i, "", 1).silent = true;
            story.pass(OUTAGE);
        }
        assertThat(story.chain(run, 0).reason()).isEqualTo(Reason.POISON);
        assertThat(story.chain(run, 0).attempt()).isEqualTo(12);
    }

    @Test
    void howOftenItVanishedIsKnownAfterARestartOfTheServerToo() {
        var run = story.submit(lane(), 1);
        for (int i = 0; i < 20 && story.chain(run, 0).state() != ChainState.FAILED; i++) {
            story.agent("silent " + i, "", 1).silent = true;
            story.pass(OUTAGE);
            story.restartServer();
        }
        assertThat(story.chain(run, 0).reason()).isEqualTo(Reason.POISON);
        assertThat(story.chain(run, 0).attempt()).isEqualTo(12);
        assertThat(story.archive().attempts(new ChainId(run, 0), 100))
                .extracting(attempt -> AgentLoss.of(attempt).orElseThrow().cause())
                .startsWith(LossCause.TOO_OFTEN, LossCause.TOO_OFTEN, LossCause.TOO_OFTEN, LossCause.SILENCE)
                .endsWith(LossCause.SILENCE)
                .hasSize(12);
    }

    @Test
    void whatIsLostWithItsServerAgainAndAgainIsPutOffSoThatOthersGetTheirTurn() {
        var run = story.submit(lane(), 1);
        for (int i = 0; i < 4; i++) {
            assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.READY);
            story.agent("of a server " + i, "", 1);
            story.restartServer();
            story.pass(Duration.ofSeconds(6));
        }
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.DELAYED);
        assertThat(story.chain(run, 0).losses()).isZero();
        var late = story.agent("late", "", 1);
        story.pass(Duration.ofSeconds(10));
        assertThat(late.first().attempt()).isEqualTo(5);
        story.restartServer();
        story.pass(Duration.ofSeconds(20));
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.DELAYED);
        story.pass(Duration.ofSeconds(6));
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.READY);
    }

    @Test
    void agentsThatGoAtTheSameTimeAreNotHeldAgainstWhatTheyRan() {
        var run = story.submit(lane(), 20);
        for (int i = 0; i < 5; i++) {
            var agents = new ArrayList<EngineStory.Puppet>();
            for (int j = 0; j < 20; j++) agents.add(story.agent("%d of %d".formatted(j, i), "", 1));
            for (var agent : agents) agent.start(agent.first());
            for (var agent : agents) agent.hangUp();
            story.pass(Duration.ofSeconds(5));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(story.chain(run, i).losses()).isZero();
            assertThat(story.chain(run, i).state()).isEqualTo(ChainState.READY);
        }
        assertThat(story.engine.counters().attemptsLost(LossCause.TOGETHER).sum())
                .isEqualTo(100);
    }

    @Test
    void theLossOfTheServerAndOfMachinesThatMayGoIsNeverCounted() {
        var run = story.submit(lane(), 1);
        for (int i = 0; i < 8; i++) {
            story.agent("of a server " + i, "", 1);
            story.restartServer();
            story.pass(Duration.ofMinutes(3));
        }
        for (int i = 0; i < 15; i++) {
            var agent = story.agent("spot " + i, "", 1, Optional.of(LossLimits.SPOT));
            agent.start(agent.first());
            story.pass(Duration.ofMinutes(1));
            agent.hangUp();
            story.pass(Duration.ofSeconds(3));
        }
        assertThat(story.chain(run, 0).losses()).isZero();
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.READY);
    }

    @Test
    void whatEndsItsAgentAtOnceIsPoisonOnMachinesThatMayGoToo() {
        var run = story.submit(lane(), 1);
        int agents = 0;
        while (story.chain(run, 0).state() != ChainState.FAILED && agents < 30) {
            var agent = story.agent("spot " + agents++, "", 1, Optional.of(LossLimits.SPOT));
            story.pass(Duration.ofSeconds(22));
            agent.start(agent.first());
            agent.hangUp();
            story.pass(Duration.ofSeconds(2));
        }
        assertThat(story.chain(run, 0).reason()).isEqualTo(Reason.POISON);
        assertThat(story.chain(run, 0).attempt()).isEqualTo(LossCause.TOO_MANY + 2);
    }

    @Test
    void whatHasNotBegunIsNotBlamedForTheEndOfItsAgentUnlessThatHappensAgainAndAgain() {
        var run = story.submit(lane(), 1);
        for (int i = 0; i < 4; i++) {
            story.agent("never began " + i, "", 1).hangUp();
            story.pass(Duration.ofSeconds(2));
        }
        assertThat(story.chain(run, 0).losses())
                .as("that it had not begun is known only of what was tried before")
                .isEqualTo(1);
        assertThat(story.engine.counters().attemptsLost(LossCause.UNBEGUN).sum())
                .isEqualTo(3);
        for (int i = 0; i < 20; i++) {
            story.agent("never began " + (4 + i), "", 1).hangUp();
            story.pass(Duration.ofSeconds(15));
        }
        assertThat(story.chain(run, 0).reason()).isEqualTo(Reason.POISON);
    }

    @Test
    void agentsThatDieAllTheTimeWhateverTheyRunSpeakForATask() {
        var run = story.submit(lane(), 1);
        var unlucky = new ArrayList<EngineStory.Puppet>();
        for (int i = 0; i < 3; i++) {
            var agent = story.agent("unlucky " + i, "", 1);
            unlucky.add(agent);
            story.pass(Duration.ofSeconds(11));
            agent.start(agent.first());
            story.pass(Duration.ofSeconds(1));
            for (int other = 0; other < 5; other++) {
                story.agent("idle %d.%d".formatted(i, other), "", 1).hangUp();
                story.pass(Duration.ofMillis(2_100));
            }
            agent.hangUp();
            story.pass(Duration.ofSeconds(1));
        }
        assertThat(story.chain(run, 0).losses()).isEqualTo(3);
        assertThat(story.chain(run, 0).state()).as("it waits").isEqualTo(ChainState.DELAYED);
        var last = story.agent("lucky", "", 1);
        story.pass(AfterAttempt.FIRST_PAUSE.multipliedBy(2));
        last.succeed(last.first());
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.SUCCEEDED);
    }

    @Test
    void aThousandAgentsOnAnOverloadedMachineMakeNoPoison() {
        var run = story.submit(lane(), 2_000);
        var agents = new ArrayList<EngineStory.Puppet>();
        for (int i = 0; i < 1_000; i++) agents.add(story.agent("agent " + i, "", 1));
        for (int i = 0; i < 5; i++) {
            for (var agent : agents) agent.silent = true;
            story.pass(Duration.ofSeconds(6));
            for (int j = 0; j < agents.size(); j++) {
                var agent = agents.get(j);
                agent.silent = false;
                agent.join();
                if (j % 3 == i % 3) agent.succeed(agent.first());
            }
        }
        story.pass(Duration.ofSeconds(1));
        assertThat(story.run(run).totals().failed()).isZero();
        assertThat(story.engine.counters().chainsPoisoned.sum()).isZero();
        assertThat(story.engine.counters().attemptsRetried.sum()).isZero();
    }

    @Test
    void anAgentSaysItselfForHowLongItMayBeSilent() {
        var run = story.submit(lane(), 1);
        var far = story.agent("far", "", 1, Optional.of(LossLimits.WAN));
        far.silent = true;
        story.pass(Duration.ofSeconds(29));
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.RUNNING);
        story.pass(Duration.ofSeconds(2));
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.READY);
        far.silent = false;
        far.join();
        far.hangUp();
        story.pass(Duration.ofSeconds(14));
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.RUNNING);
        story.pass(Duration.ofSeconds(2));
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.READY);
    }

    @Test
    void aRunSaysForHowLongItsAgentsMayBeSilentAndHowManyMayDieOfATask() {
        var patient = submit(SubmissionField.AGENT_SILENCE, Duration.ofMinutes(1));
        var hasty = submit(SubmissionField.AGENT_SILENCE, Duration.ofSeconds(2));
        var agent = story.agent("one", "", 2, Optional.of(LossLimits.WAN));
        for (var work : List.copyOf(agent.work)) agent.start(work);
        agent.silent = true;
        story.pass(Duration.ofSeconds(3));
        assertThat(story.chain(patient, 0).state()).isEqualTo(ChainState.RUNNING);
        assertThat(story.chain(hasty, 0).state()).isEqualTo(ChainState.READY);
        // It was there all the time, and shows what it has: nobody else has it.
        agent.silent = false;
        agent.showHoldings();
        assertThat(agent.stops).isEmpty();
        assertThat(story.chain(hasty, 0).state()).isEqualTo(ChainState.RUNNING);
        assertThat(story.chain(hasty, 0).attempt()).isEqualTo(1);
        agent.silent = true;
        story.pass(Duration.ofSeconds(55));
        assertThat(story.chain(patient, 0).state()).isEqualTo(ChainState.RUNNING);
        story.pass(Duration.ofSeconds(6));
        assertThat(story.chain(patient, 0).state()).isEqualTo(ChainState.READY);

        var fragile = submit(SubmissionField.POISON_AFTER, 1L);
        var victim = story.agent("victim", "", 1);
        while (!victim.first().chain().run().equals(fragile)) victim.succeed(victim.first());
        victim.hangUp();
        story.pass(Duration.ofSeconds(1));
        assertThat(story.chain(fragile, 0).reason()).isEqualTo(Reason.POISON);
    }

    private <T> RunId submit(SubmissionField<T> field, T value) {
        return story.submit(RunSpec.tasks(ADA, "limits").with(field, value), lane(), 1);
    }
}
