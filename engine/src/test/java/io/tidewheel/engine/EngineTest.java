package io.tidewheel.engine;

import static io.tidewheel.engine.EngineStory.ADA;
import static io.tidewheel.engine.EngineStory.NOON;
import static io.tidewheel.engine.EngineStory.lane;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Actor;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.scheduling.WhyWaiting;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EngineTest {
    private final EngineStory story = new EngineStory();

    @Test
    void aTaskGoesToAnAgentAndItsResultEndsTheRun() {
        var run = story.submit(lane(), 1);
        assertThat(story.run(run).state()).isEqualTo(RunState.QUEUED);
        var agent = story.agent("one", "", 1);
        assertThat(story.run(run).state()).isEqualTo(RunState.RUNNING);
        agent.succeed(agent.first());
        assertThat(story.run(run).state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.SUCCEEDED);
        assertThat(story.ended.get(run)).extracting(EndedChain::state).containsExactly(ChainState.SUCCEEDED);
        assertThat(agent.acknowledged).isEqualTo(1);
    }

    @Test
    void theOldestRunThatWaitsIsToldForEachSetOfCapabilities() {
        var first = story.submit(lane(), 1);
        story.submit(lane(), 1);
        assertThat(story.oldest(Optional.empty())).containsExactly(first);
        assertThat(story.oldest(Optional.of(new Owner("nobody")))).isEmpty();
        var agent = story.agent("one", "", 1);
        agent.succeed(agent.first());
        agent.succeed(agent.first());
        assertThat(story.oldest(Optional.empty())).isEmpty();
    }

    @Test
    void aTaskWhoseAgentFallsSilentRunsAgainOnAnotherAndTheLateResultIsRefused() {
        var run = story.submit(lane(), 1);
        var first = story.agent("first", "", 1);
        var old = first.first();
        first.silent = true;
        story.pass(Duration.ofSeconds(3));
        assertThat(story.chain(run, 0).attempt()).isEqualTo(1);
        var second = story.agent("second", "", 1);
        story.pass(Duration.ofSeconds(2));
        assertThat(second.first().attempt()).isEqualTo(2);
        assertThat(story.disconnected).containsExactly("first");

        first.join();
        assertThat(first.stops).containsExactly(new StopOrder(new ChainId(run, 0), 1, true, true));
        first.succeed(old);
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.RUNNING);
        assertThat(story.engine.counters().staleReportsRefused.sum()).isEqualTo(1);
        second.succeed(second.first());
        assertThat(story.run(run).state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(story.archive().attempts(new ChainId(run, 0), 10))
                .extracting(a -> a.reason())
                .containsExactly(Reason.AGENT_LOST);
    }

    @Test
    void aClosedConnectionIsForgivenForAMomentAndNotLonger() {
        var run = story.submit(lane(), 1);
        var agent = story.agent("one", "", 1);
        agent.hangUp();
        story.pass(Duration.ofMillis(500));
        agent.join();
        assertThat(story.chain(run, 0).attempt()).isEqualTo(1);
        agent.hangUp();
        story.pass(Duration.ofSeconds(1));
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.READY);
    }

    @Test
    void aServerThatWasAsleepDoesNotTakeItForTheAgentsSilence() {
        var run = story.submit(lane(), 1);
        story.agent("one", "", 1);
        story.time.advance(Duration.ofMinutes(5));
        story.settle();
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.RUNNING);
        story.pass(Duration.ofSeconds(10));
        assertThat(story.chain(run, 0).attempt()).isEqualTo(1);
    }

    @Test
    void agentsKeepTheirLeasesWhenTheServerIsKilledAndComesBack() {
        var run = story.submit(lane(), 3);
        var agent = story.agent("one", "", 2);
        var kept = agent.first();
        story.restartServer();
        story.pass(Duration.ofSeconds(2));
        agent.join();
        assertThat(story.chain(run, 0).attempt()).isEqualTo(1);
        agent.succeed(kept);
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.SUCCEEDED);
        assertThat(agent.work).extracting(Assignment::chain).containsExactly(new ChainId(run, 1), new ChainId(run, 2));
    }

    @Test
    void theTimeToComeBackRunsOnlyWhileTheServerCanBeReached() {
        var run = story.submit(lane(), 1);
        var agent = story.agent("one", "", 1);
        story.restartServer();
        story.engine.reachable(false);
        story.pass(Duration.ofSeconds(30));
        story.engine.reachable(true);
        story.pass(Duration.ofSeconds(4));
        agent.join();
        assertThat(story.chain(run, 0).attempt()).isEqualTo(1);
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.RUNNING);
    }

    @Test
    void aServerThatGetsItsTurnOnlyNowAndThenGivesItsAgentsMoreTime() {
        var run = story.submit(lane(), 1);
        var agent = story.agent("one", "", 1);
        story.restartServer();
        for (int second = 0; second < 12; second++) {
            story.time.advance(Duration.ofSeconds(1));
            story.settle();
        }
        agent.join();
        assertThat(story.chain(run, 0).attempt()).isEqualTo(1);
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.RUNNING);
    }

    @Test
    void whatDoesNotComeBackAfterARestartRunsElsewhere() {
        var run = story.submit(lane(), 1);
        story.agent("gone", "", 1);
        story.restartServer();
        var other = story.agent("other", "", 1);
        story.pass(Duration.ofSeconds(4));
        assertThat(other.work).isEmpty();
        story.pass(Duration.ofSeconds(2));
        assertThat(other.first().chain()).isEqualTo(new ChainId(run, 0));
    }

    @Test
    void whatWasLostOnTheWayToTheAgentIsQueuedAgain() {
        var run = story.submit(lane(), 1);
        var agent = story.agent("one", "", 1);
        agent.work.clear();
        agent.showHoldings();
        assertThat(agent.work).isEmpty();
        agent.showHoldings();
        assertThat(agent.first().attempt()).isEqualTo(2);
        assertThat(story.chain(run, 0).losses()).isZero();
    }

    @Test
    void failuresAreRetriedWithBackOffAndThenFinal() {
        var run = story.submit(
                lane(new RetryPolicy(3, Duration.ofSeconds(10), 2, Duration.ofMinutes(1)), ChainTimeLimits.NONE), 1);
        var agent = story.agent("one", "", 1);
        agent.fail(agent.first());
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.DELAYED);
        story.pass(Duration.ofSeconds(9));
        assertThat(agent.work).isEmpty();
        story.pass(Duration.ofSeconds(3));
        agent.fail(agent.first());
        story.pass(Duration.ofSeconds(23));
        agent.fail(agent.first());
        assertThat(story.run(run).state()).isEqualTo(RunState.FAILED);
        assertThat(story.chain(run, 0).reason()).isEqualTo(Reason.EXIT_CODE);
        assertThat(story.archive().attempts(new ChainId(run, 0), 10)).hasSize(2);
    }

    @Test
    void aWallClockThatJumpsDoesNotShortenOrLengthenTheBackOff() {
        story.submit(
                lane(new RetryPolicy(2, Duration.ofSeconds(10), 1, Duration.ofMinutes(1)), ChainTimeLimits.NONE), 1);
        var agent = story.agent("one", "", 1);
        agent.fail(agent.first());
        story.time.jumpWall(Duration.ofHours(-1));
        story.pass(Duration.ofSeconds(9));
        assertThat(agent.work).isEmpty();
        story.time.jumpWall(Duration.ofDays(3650));
        story.settle();
        assertThat(agent.work).isEmpty();
        story.pass(Duration.ofSeconds(3));
        assertThat(agent.work).hasSize(1);
    }

    @Test
    void theDeadlineOfAChainCoversAllItsAttempts() {
        var limits = new ChainTimeLimits(ChainTimeLimits.NO_LIMIT, ChainTimeLimits.NO_LIMIT, Duration.ofSeconds(15));
        var run = story.submit(lane(new RetryPolicy(10, Duration.ofSeconds(10), 1, Duration.ofMinutes(1)), limits), 1);
        var agent = story.agent("one", "", 1);
        assertThat(agent.first().deadlineIn()).isEqualTo(Duration.ofSeconds(15));
        agent.fail(agent.first());
        story.pass(Duration.ofSeconds(12));
        assertThat(agent.first().deadlineIn()).isLessThan(Duration.ofSeconds(5));
        agent.fail(agent.first());
        assertThat(story.chain(run, 0).reason()).isEqualTo(Reason.DEADLINE);
    }

    @Test
    void aLimitThatCancelsEndsTheChainWithItsReasonAndWithoutARetry() {
        var policy = new RetryPolicy(RetryPolicy.FOREVER, Duration.ZERO, 1, Duration.ZERO);
        var run = story.submit(lane(policy, ChainTimeLimits.NONE), 3);
        var agent = story.agent("one", "", 3);
        var work = List.copyOf(agent.work);
        agent.cancel(work.get(0), Reason.TIMEOUT);
        agent.cancel(work.get(1), Reason.INACTIVITY);
        agent.cancel(work.get(2), Reason.DEADLINE);
        assertThat(story.ended.get(run)).extracting(EndedChain::state).containsOnly(ChainState.CANCELLED);
        assertThat(story.ended.get(run))
                .extracting(EndedChain::reason)
                .containsExactly(Reason.TIMEOUT, Reason.INACTIVITY, Reason.DEADLINE);
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.CANCELLED);
        assertThat(story.chain(run, 0).attempt()).isEqualTo(1);
        assertThat(story.run(run).state()).isEqualTo(RunState.CANCELLED);
        assertThat(story.run(run).totals().cancelled()).isEqualTo(3);
    }

    @Test
    void poisonIsPutAsideAfterSeveralLostAgentsAndTheRestGoesOn() {
        var run = story.submit(lane(), 2);
        for (int i = 0; i < 3; i++) {
            var victim = story.agent("victim " + i, "", 1);
            assertThat(victim.first().chain().index()).isZero();
            victim.start(victim.first());
            victim.hangUp();
            story.pass(Duration.ofSeconds(12));
        }
        assertThat(story.chain(run, 0).reason()).isEqualTo(Reason.POISON);
        var survivor = story.agent("survivor", "", 1);
        assertThat(survivor.first().chain().index()).isEqualTo(1);
        survivor.succeed(survivor.first());
        assertThat(story.run(run).state()).isEqualTo(RunState.FAILED);
    }

    @Test
    void chainsThatOnlyWaitedOnALostAgentAreNotBlamed() {
        var run = story.submit(lane(), 3);
        var agent = story.agent("one", "", 1, 3);
        assertThat(agent.work).hasSize(3);
        agent.hangUp();
        story.pass(Duration.ofSeconds(1));
        assertThat(story.chain(run, 0).losses()).isEqualTo(1);
        assertThat(story.chain(run, 1).losses()).isZero();
        assertThat(story.chain(run, 2).losses()).isZero();
    }

    @Test
    void whereASuspectIsKnownToRunItsNeighbourIsNotBlamed() {
        var run = story.submit(lane(), 2);
        story.agent("one", "", 1, 1).hangUp();
        story.pass(Duration.ofSeconds(1));
        var agent = story.agent("two", "", 1, 2);
        agent.start(agent.first());
        agent.hangUp();
        story.pass(Duration.ofSeconds(1));
        assertThat(story.chain(run, 0).losses()).isEqualTo(2);
        assertThat(story.chain(run, 1).losses()).isZero();
    }

    @Test
    void anAgentOnWhichEverythingFailsAtOnceIsPutAsideForAWhile() {
        var run = story.submit(lane(), 100);
        var good = story.agent("good", "", 1);
        var hole = story.agent("hole", "", 1);
        good.succeed(good.first());
        int failed = 0;
        while (!hole.work.isEmpty()) {
            hole.end(hole.first(), Reason.EXIT_CODE, Duration.ofMillis(2));
            failed++;
        }
        assertThat(failed).isEqualTo(5);
        assertThat(story.answer(story.engine.agents()))
                .filteredOn(view -> view.state() == AgentState.ASIDE)
                .extracting(AgentView::name)
                .containsExactly("hole");
        story.pass(Duration.ofSeconds(31));
        assertThat(hole.work).hasSize(1);
        assertThat(story.run(run).totals().failed()).isEqualTo(5);
    }

    @Test
    void aCommandThatFailsEverywherePutsNobodyAside() {
        story.submit(lane(), 40);
        var one = story.agent("one", "", 1);
        var two = story.agent("two", "", 1);
        for (int i = 0; i < 20; i++) {
            one.end(one.first(), Reason.EXIT_CODE, Duration.ofMillis(2));
            two.end(two.first(), Reason.EXIT_CODE, Duration.ofMillis(2));
        }
        assertThat(story.engine.counters().agentsPutAside.sum()).isZero();
    }

    @Test
    void cancellingStopsWhatRunsAndEndsWhatWaits() {
        var run = story.submit(lane(), 10);
        var agent = story.agent("one", "", 2);
        var running = List.copyOf(agent.work);
        story.answer(story.engine.end(run, EndRequest.CANCEL, Actor.of(ADA)));
        assertThat(agent.stops).extracting(StopOrder::kill).containsExactly(false, false);
        assertThat(story.run(run).totals().cancelled()).isEqualTo(8);
        assertThat(story.run(run).state()).isEqualTo(RunState.CANCELLING);
        story.answer(story.engine.end(run, EndRequest.KILL, Actor.of(ADA)));
        assertThat(agent.stops).extracting(StopOrder::kill).containsExactly(false, false, true, true);
        running.forEach(work -> agent.end(work, Reason.CANCELLED, Duration.ofSeconds(1)));
        assertThat(story.run(run).state()).isEqualTo(RunState.CANCELLED);
        assertThat(story.ended.get(run)).hasSize(10).allMatch(chain -> chain.state() == ChainState.CANCELLED);
    }

    @Test
    void oneQueuedTaskIsCancelledAndTheOthersGoOn() {
        var run = story.submit(lane(), 3);
        story.answer(story.engine.cancel(new ChainId(run, 1), Actor.of(ADA)));
        assertThat(story.chain(run, 1).state()).isEqualTo(ChainState.CANCELLED);
        assertThat(story.chain(run, 1).reason()).isEqualTo(Reason.CANCELLED);
        var agent = story.agent("one", "", 5);
        assertThat(agent.work).extracting(work -> work.chain().index()).containsExactly(0, 2);
        List.copyOf(agent.work).forEach(agent::succeed);
        assertThat(story.run(run).state()).isEqualTo(RunState.CANCELLED);
        assertThat(story.run(run).totals()).isEqualTo(new LaneTotals(3, 2, 0, 1));
        assertThat(story.ended.get(run)).hasSize(3);
    }

    @Test
    void oneRunningTaskIsCancelledItsAgentStopsItAndWhatItStillSaysDoesNotCount() {
        var run = story.submit(lane(), 2);
        var agent = story.agent("one", "", 1);
        var running = agent.first();
        story.answer(story.engine.cancel(running.chain(), Actor.of(ADA)));
        assertThat(agent.stops).containsExactly(new StopOrder(running.chain(), 1, false, true));
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.CANCELLED);
        assertThat(story.chain(run, 0).attempt()).isEqualTo(1);
        agent.succeed(running);
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.CANCELLED);
        assertThat(agent.work).extracting(work -> work.chain().index()).containsExactly(1);
        agent.succeed(agent.first());
        assertThat(story.run(run).totals()).isEqualTo(new LaneTotals(2, 1, 0, 1));
        assertThat(story.run(run).state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void aTaskThatWasCancelledStaysSoWhenTheServerRestartsBeforeItsAgentHeardOfIt() {
        var run = story.submit(lane(), 2);
        var agent = story.agent("one", "", 1);
        var running = agent.first();
        agent.hangUp();
        story.answer(story.engine.cancel(running.chain(), Actor.of(ADA)));
        story.restartServer();
        agent.join();
        assertThat(agent.stops).contains(new StopOrder(running.chain(), 1, true, true));
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.CANCELLED);
    }

    @Test
    void aTaskThatWaitsForItsBackOffOrIsLeasedFromMemoryAloneCanBeCancelled() {
        var retry = new RetryPolicy(3, Duration.ofMinutes(1), 1, RetryPolicy.LONGEST);
        var delayed = story.submit(lane(retry, ChainTimeLimits.NONE), 1);
        var agent = story.agent("one", "", 1);
        agent.fail(agent.first());
        story.answer(story.engine.cancel(new ChainId(delayed, 0), Actor.of(ADA)));
        assertThat(story.run(delayed).state()).isEqualTo(RunState.CANCELLED);
        var loose = story.submit(lane(Delivery.AT_LEAST_ONCE), 2);
        story.settle();
        var running = agent.first();
        story.answer(story.engine.cancel(running.chain(), Actor.of(ADA)));
        agent.succeed(running);
        assertThat(story.chain(loose, 0).state()).isEqualTo(ChainState.CANCELLED);
        agent.succeed(agent.first());
        assertThat(story.run(loose).totals()).isEqualTo(new LaneTotals(2, 1, 0, 1));
        story.pass(Duration.ofMinutes(2));
        assertThat(agent.work).isEmpty();
    }

    @Test
    void aTaskOfAnArrayIsCancelledBeforeItIsMade() {
        var spec = RunSpec.tasks(ADA, "array").withArray(new IndexRange(1, 50, 1));
        var run = story.submit(spec, lane(), 0);
        story.answer(story.engine.cancel(new ChainId(run, 30), Actor.of(ADA)));
        assertThat(story.run(run).made()).isEqualTo(31);
        assertThat(story.chain(run, 30).state()).isEqualTo(ChainState.CANCELLED);
        var agent = story.agent("one", "", 100);
        assertThat(agent.work).hasSize(49);
        assertThatThrownBy(() -> story.answer(story.engine.cancel(new ChainId(run, 50), Actor.of(ADA))))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("has no task 50");
    }

    @Test
    void aTaskThatHasEndedOrBelongsToAnotherIsNotCancelled() {
        var run = story.submit(lane(), 2);
        var agent = story.agent("one", "", 1);
        agent.succeed(agent.first());
        assertThatThrownBy(() -> story.answer(story.engine.cancel(new ChainId(run, 0), Actor.of(ADA))))
                .isInstanceOf(Refusal.class)
                .hasMessage("task 0 of run 1 has ended and cannot be cancelled any more");
        assertThatThrownBy(() -> story.answer(story.engine.cancel(new ChainId(run, 1), Actor.of(new Owner("eve")))))
                .isInstanceOf(Refusal.class)
                .hasMessage("there is no unfinished run 1");
        assertThat(story.chain(run, 1).state()).isEqualTo(ChainState.RUNNING);
    }

    @Test
    void aCancelledRunEndsAlsoWhenItsAgentIsLostOrTheServerRestarts() {
        var run = story.submit(lane(), 3);
        var agent = story.agent("one", "", 1);
        story.answer(story.engine.end(run, EndRequest.CANCEL, Actor.of(ADA)));
        story.restartServer();
        agent.join();
        assertThat(agent.stops).hasSize(2);
        agent.hangUp();
        story.pass(Duration.ofSeconds(1));
        assertThat(story.run(run).state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void aHeldRunStartsNothingUntilItIsReleased() {
        var run = story.submit(lane(), 2);
        story.answer(story.engine.hold(run, true, Actor.of(ADA)));
        var agent = story.agent("one", "", 1);
        assertThat(agent.work).isEmpty();
        assertThat(story.run(run).state()).isEqualTo(RunState.HELD);
        story.answer(story.engine.hold(run, false, Actor.of(ADA)));
        assertThat(agent.work).hasSize(1);
        assertThat(story.run(run).state()).isEqualTo(RunState.RUNNING);
    }

    @Test
    void aRunThatMissesItsDeadlineFailsWithThatReason() {
        var spec = RunSpec.tasks(ADA, "late").with(SubmissionField.DEADLINE, NOON.plusSeconds(30));
        var run = story.submit(spec, lane(), 2);
        var agent = story.agent("one", "", 1);
        story.pass(Duration.ofSeconds(31));
        assertThat(agent.stops).hasSize(1);
        agent.end(agent.first(), Reason.CANCELLED, Duration.ofSeconds(1));
        assertThat(story.run(run).state()).isEqualTo(RunState.FAILED);
        assertThat(story.chain(run, 0).reason()).isEqualTo(Reason.DEADLINE);
        assertThat(story.chain(run, 1).reason()).isEqualTo(Reason.DEADLINE);
    }

    @Test
    void tooManyFailuresEndTheRun() {
        var spec = RunSpec.tasks(ADA, "fragile").with(SubmissionField.MAX_FAILS, 1L);
        var run = story.submit(spec, lane(), 10);
        var agent = story.agent("one", "", 1);
        agent.fail(agent.first());
        assertThat(story.run(run).ending()).isEqualTo(EndRequest.NOT_ASKED);
        agent.fail(agent.first());
        assertThat(story.run(run).endReason()).isEqualTo(Reason.TOO_MANY_FAILS);
        agent.work.forEach(
                work -> assertThat(agent.stops).extracting(StopOrder::chain).contains(work.chain()));
        List.copyOf(agent.work).forEach(work -> agent.end(work, Reason.CANCELLED, Duration.ofSeconds(1)));
        assertThat(story.run(run).state()).isEqualTo(RunState.FAILED);
    }

    @Test
    void theSameKeyGivesTheSameRunAlsoAHundredTimesAtOnce() {
        var submission = new NewRun(
                RunSpec.tasks(ADA, "once"),
                lane(),
                Optional.of("key"),
                List.of(new NewChain("", Payload.NONE)),
                true,
                false,
                false,
                "test");
        var answers = Collections.nCopies(100, submission).stream()
                .map(story.engine::submit)
                .toList();
        story.settle();
        assertThat(answers)
                .extracting(answer -> answer.join().run())
                .containsOnly(answers.getFirst().join().run());
        assertThat(answers).filteredOn(answer -> !answer.join().known()).hasSize(1);
        story.restartServer();
        assertThat(story.answer(story.engine.submit(submission)).run())
                .isEqualTo(answers.getFirst().join().run());
    }

    @Test
    void tasksAreAddedInOrderAndRepeatingAnAdditionChangesNothing() {
        var submission = new NewRun(
                RunSpec.tasks(ADA, "open"), lane(), Optional.empty(), List.of(), false, false, false, "test");
        var run = story.answer(story.engine.submit(submission)).run();
        var two = Collections.nCopies(2, new NewChain("", Payload.NONE));
        assertThat(story.answer(story.engine.add(run, 0, two, Actor.of(ADA)))).isEqualTo(2);
        assertThat(story.answer(story.engine.add(run, 0, two, Actor.of(ADA)))).isEqualTo(2);
        assertThat(story.answer(story.engine.add(run, 1, two, Actor.of(ADA)))).isEqualTo(3);
        assertThatThrownBy(() -> story.answer(story.engine.add(run, 5, two, Actor.of(ADA))))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("next one has index 3");
        story.answer(story.engine.close(run, Actor.of(ADA)));
        assertThatThrownBy(() -> story.answer(story.engine.add(run, 3, two, Actor.of(ADA))))
                .hasMessageContaining("closed");
        assertThat(story.run(run).made()).isEqualTo(3);
    }

    @Test
    void othersDoNotEvenLearnThatARunExists() {
        var run = story.submit(lane(), 1);
        var eve = Actor.of(new Owner("eve"));
        assertThatThrownBy(() -> story.answer(story.engine.end(run, EndRequest.KILL, eve)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.NOT_FOUND));
        assertThat(story.run(run).ending()).isEqualTo(EndRequest.NOT_ASKED);
    }

    @Test
    void anArrayIsMadeAsItIsNeeded() {
        var run = story.submit(RunSpec.tasks(ADA, "array").withArray(new IndexRange(1, 1_000_000, 1)), lane(), 0);
        assertThat(story.run(run).made()).isZero();
        var agent = story.agent("one", "", 2);
        assertThat(agent.work).extracting(Assignment::parameter).containsExactly("1", "2");
        assertThat(story.run(run).made()).isEqualTo(EngineSettings.DEFAULT.arrayBatch());
        assertThat(story.run(run).size()).isEqualTo(1_000_000);
        story.answer(story.engine.end(run, EndRequest.KILL, Actor.of(ADA)));
        List.copyOf(agent.work).forEach(work -> agent.end(work, Reason.CANCELLED, Duration.ofSeconds(1)));
        assertThat(story.run(run).state()).isEqualTo(RunState.CANCELLED);
        assertThat(story.run(run).made()).isEqualTo(EngineSettings.DEFAULT.arrayBatch());
    }

    @Test
    void whatWaitsAtItsAgentForASlotIsSeenAsWaiting() {
        story.submit(lane(), 8);
        var hoarder = story.agent("hoarder", "", 2, 6);
        assertThat(hoarder.work).hasSize(6);
        assertThat(story.answer(story.engine.sight(true)).lanes())
                .singleElement()
                .satisfies(lane -> {
                    assertThat(lane.ready()).isEqualTo(6);
                    assertThat(lane.held()).isEqualTo(2);
                });
    }

    @Test
    void idleAgentsGetWhatOthersHaveNotStarted() {
        story.submit(lane(), 8);
        var hoarder = story.agent("hoarder", "", 2, 8);
        assertThat(hoarder.work).hasSize(8);
        var idle = story.agent("idle", "", 2);
        assertThat(hoarder.recalled).isPositive();
        hoarder.giveBack(hoarder.work.getLast());
        hoarder.giveBack(hoarder.work.getLast());
        assertThat(idle.work).hasSize(2);
    }

    @Test
    void aStrictSubmissionWaitsForAnAgentThatIsStillFindingOutWhatItOffers() {
        var young = story.agent("young", "", 1);
        young.hangUp();
        young.joinUndecidedAbout("gpu");
        var strict = new NewRun(
                RunSpec.tasks(ADA, "x"),
                lane("gpu"),
                Optional.empty(),
                List.of(new NewChain("", Payload.NONE)),
                true,
                false,
                true,
                "test");
        var run = story.answer(story.engine.submit(strict)).run();
        assertThat(story.answer(story.engine.explain(new LaneId(run, 0))))
                .containsInstanceOf(WhyWaiting.BeingFoundOut.class);
        young.hangUp();
        young.join();
        assertThatThrownBy(() -> story.answer(story.engine.submit(strict))).isInstanceOf(Refusal.class);
    }

    @Test
    void aStrictSubmissionIsRefusedIfNobodyOffersWhatItNeedsAndAPlainOneExplainsItself() {
        story.agent("one", "docker", 1);
        var strict = new NewRun(
                RunSpec.tasks(ADA, "x"), lane("gpu"), Optional.empty(), List.of(), true, false, true, "test");
        assertThatThrownBy(() -> story.answer(story.engine.submit(strict)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNPLACEABLE));
        var run = story.submit(lane("gpu"), 1);
        assertThat(story.answer(story.engine.explain(new LaneId(run, 0))))
                .containsInstanceOf(WhyWaiting.NoAgentOffers.class);
        var gpu = story.agent("two", "docker,gpu", 1);
        assertThat(gpu.work).hasSize(1);
    }

    @Test
    void atLeastOnceDoesWithoutTheDurableClaimAndStillAcceptsOneResult() {
        var run = story.submit(lane(Delivery.AT_LEAST_ONCE), 2);
        var agent = story.agent("one", "", 2);
        assertThat(agent.work).hasSize(2);
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.READY);
        agent.succeed(agent.first());
        var unacknowledged = agent.first();
        story.restartServer();
        agent.join();
        agent.succeed(unacknowledged);
        assertThat(story.run(run).state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(story.ended.get(run)).hasSize(2);
    }

    @Test
    void atMostOnceNeverStartsAChainASecondTime() {
        var run = story.submit(lane(Delivery.AT_MOST_ONCE), 1);
        var agent = story.agent("one", "", 1);
        agent.hangUp();
        story.pass(Duration.ofSeconds(1));
        assertThat(story.chain(run, 0).state()).isEqualTo(ChainState.FAILED);
        assertThat(story.chain(run, 0).reason()).isEqualTo(Reason.AGENT_LOST);
    }

    @Test
    void outputIsKeptOnceAndOnlyUpToTheQuotaOfTheRun() {
        var small = new EngineStory(new EngineSettings(
                Duration.ofSeconds(1),
                Duration.ofSeconds(4),
                Duration.ofMillis(700),
                Duration.ofSeconds(5),
                3,
                100,
                100,
                10,
                Duration.ZERO,
                List.of()));
        var run = small.submit(lane(), 1);
        var agent = small.agent("one", "", 1);
        var chain = agent.first().chain();
        log(small, agent, new LogChunk(chain, 1, LogStream.STDOUT, 0, Payload.of(new byte[8]), 0));
        log(small, agent, new LogChunk(chain, 1, LogStream.STDOUT, 0, Payload.of(new byte[8]), 0));
        log(small, agent, new LogChunk(chain, 1, LogStream.STDOUT, 8, Payload.of(new byte[8]), 0));
        var kept = small.archive().log(chain, 1, LogStream.STDOUT, 0, 1_000);
        assertThat(kept).extracting(chunk -> chunk.bytes().size()).containsExactly(8, 0);
        assertThat(kept.getLast().dropped()).isEqualTo(8);
        assertThat(small.run(run).logBytes()).isBetween(8L, 16L);
    }

    private static void log(EngineStory story, EngineStory.Puppet agent, LogChunk chunk) {
        story.answer(story.engine.report(
                agent.session,
                new AgentReport(
                        0,
                        List.of(),
                        List.of(chunk),
                        List.of(),
                        List.of(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        false)));
    }
}
