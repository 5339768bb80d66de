package io.tidewheel.balancing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.balancing.PartitionState.Finished;
import io.tidewheel.balancing.PartitionState.Lost;
import io.tidewheel.balancing.PartitionState.Queued;
import io.tidewheel.balancing.PartitionState.Running;
import io.tidewheel.balancing.PartitionState.Stored;
import io.tidewheel.balancing.PartitionState.Withdrawn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobBalancerTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private BalancedJob job = BalancedJob.planned(JobGoal.within(Duration.ofSeconds(1_000), 1_000_000, 2, 4), NOON);
    private final List<BalancerDecision> decisions = new ArrayList<>();

    @Test
    void withoutASpeedAllGetEqualPartsAndTheFirstTheRemainder() {
        job = BalancedJob.planned(JobGoal.within(Duration.ofSeconds(1_000), 1_001, 2, 4), NOON);
        assertThat(start(0, 0)).isEqualTo(501);
        assertThat(start(1, 0)).isEqualTo(500);
    }

    @Test
    void aPlainSplitGivesEveryPartItsOwnIterations() {
        job = BalancedJob.planned(JobGoal.split(22, 5), NOON);
        assertThat(start(0, 0)).isEqualTo(6);
        assertThat(start(4, 9)).isEqualTo(4);
        assertThat(start(4, 10)).as("asked again").isEqualTo(4);
        take(JobBalancer.stored(job, 0, at(100_000)));
        assertThat(state(0)).isEqualTo(new Stored(at(100_000), 6, 0));
        take(JobBalancer.lose(job, 4, "its node is gone", at(200_000)));
        assertThat(state(4)).isEqualTo(new Queued(at(200_000)));
        assertThat(decisions).contains(new BalancerDecision.Queue(List.of(4), "its process was lost"));
    }

    @Test
    void aPlainSplitIsCompleteWhenAllResultsAreThere() {
        job = BalancedJob.planned(JobGoal.split(22, 2), NOON);
        start(0, 0);
        start(1, 0);
        take(JobBalancer.finish(job, 0, 3, at(50)));
        take(JobBalancer.stored(job, 0, at(60)));
        assertThat(job.isComplete()).isFalse();
        take(JobBalancer.stored(job, 1, at(70)));
        assertThat(job.isComplete()).isTrue();
        assertThat(decisions).contains(new BalancerDecision.Complete(14));
    }

    @Test
    void aPartThatIsFoundAtWorkGoesOnWithWhatItHasDone() {
        job = JobBalancer.begun(JobBalancer.resumed(job, 2, "here", 300, 900, 950, at(500)), NOON);
        assertThat(job.partitions()).hasSize(3);
        assertThat(running(2).done()).isEqualTo(300);
        report(2, 940, 600);
        assertThat(running(2).done())
                .as("it may honestly have done what it was once told")
                .isEqualTo(940);
        assertThat(job.began()).contains(NOON);
    }

    @Test
    void aPartThatIsRestoredIsMeasuredFromItsLastWordAndHasNotBeenSilentMeanwhile() {
        start(0, 0);
        start(1, 0);
        report(0, 50_000, 50);
        report(1, 10_000, 50);
        var before = job;
        job = JobBalancer.begun(BalancedJob.planned(before.goal(), at(400)), NOON);
        for (var partition : before.partitions()) job = JobBalancer.restored(job, partition, at(400));
        take(JobBalancer.tick(job, at(401)));
        assertThat(state(1))
                .as("nobody could hear it")
                .isEqualTo(before.partitions().get(1).state());
        job = JobBalancer.toldBefore(job, 0, 500_000, 600_000);
        report(0, 410_000, 410);
        assertThat(running(0).pace().perSecond()).isEqualTo(1_000);
        assertThat(running(0).mostTold()).isGreaterThanOrEqualTo(600_000);
        take(JobBalancer.tick(job, at(520)));
        assertThat(state(1)).as("it can be heard now, and says nothing").isInstanceOf(Lost.class);
    }

    @Test
    void aResultThatTellsItselfWhatIsInItCountsOnce() {
        start(0, 0);
        start(1, 0);
        take(JobBalancer.stored(job, 0, 600_000, 100, at(10)));
        take(JobBalancer.stored(job, 0, 900_000, 100, at(11)));
        assertThat(job.stored()).isEqualTo(600_000);
        take(JobBalancer.lose(job, 1, "gone", at(12)));
        take(JobBalancer.stored(job, 1, 400_000, 0, at(13)));
        assertThat(job.isComplete()).isTrue();
        assertThat(decisions).contains(new BalancerDecision.Complete(1_000_000));
        assertThat(refused(JobBalancer.stored(job, 77, 1, 0, at(14)))).isEqualTo(3);
        assertThat(refused(JobBalancer.stored(job, 0, -1, 0, at(14)))).isEqualTo(29);
    }

    @Test
    void onlyAPartThatWaitsCanBeWithdrawn() {
        start(0, 0);
        job = JobBalancer.withdrawn(JobBalancer.withdrawn(job, 0, at(1)), 1, at(1));
        assertThat(state(0)).isInstanceOf(Running.class);
        assertThat(state(1)).isEqualTo(new Withdrawn(at(1)));
        assertThat(JobBalancer.withdrawn(job, 99, at(1))).isEqualTo(job);
    }

    @Test
    void aCancelledPlainSplitStopsToo() {
        job = BalancedJob.planned(JobGoal.split(22, 2), NOON);
        start(0, 0);
        take(JobBalancer.cancel(job, at(5)));
        assertThat(report(0, 2, 6)).isEqualTo(2);
        assertThat(start(1, 7)).isZero();
    }

    @Test
    void theFirstReportAlreadyBalances() {
        start(0, 0);
        start(1, 0);
        report(0, 50_000, 50);
        assertThat(report(1, 10_000, 50))
                .as("a sixth of what is left, and a little margin")
                .isBetween(166_666L, 169_000L);
        assertThat(report(0, 51_000, 51)).isBetween(833_000L, 842_000L);
    }

    @Test
    void aLateStartGetsAShareByTheSpeedOfItsSite() {
        job = BalancedJob.planned(JobGoal.within(Duration.ofSeconds(1_000), 1_000_000, 3, 4), NOON);
        take(JobBalancer.start(job, 0, "fast", Duration.ZERO, NOON));
        take(JobBalancer.start(job, 1, "slow", Duration.ZERO, NOON));
        report(0, 40_000, 50);
        report(1, 5_000, 50);
        long slow = shareOf(JobBalancer.start(job, 2, "slow", Duration.ZERO, at(50)));
        long fast = shareOf(JobBalancer.start(job, 2, "fast", Duration.ZERO, at(50)));
        long other = shareOf(JobBalancer.start(job, 2, "new", Duration.ZERO, at(50)));
        assertThat(slow).isBetween(95_500L, 97_000L);
        assertThat(fast).isBetween(449_000L, 455_000L);
        assertThat(other).isBetween(slow, fast);
    }

    @Test
    void whatIsReportedTwiceOrLateMovesNothing() {
        start(0, 0);
        start(1, 0);
        report(0, 50_000, 50);
        var before = job;
        assertThat(report(0, 50_000, 50)).isEqualTo(told(before, 0));
        assertThat(report(0, 20_000, 51)).isGreaterThan(50_000);
        assertThat(running(0).done()).isEqualTo(50_000);
        assertThat(running(0).pace())
                .isEqualTo(((Running) before.partitions().get(0).state()).pace());
    }

    @Test
    void aCountAboveTheNumberToldIsNotBelieved() {
        start(0, 0);
        report(0, Long.MAX_VALUE, 10);
        assertThat(running(0).done()).isEqualTo(500_000);
        take(JobBalancer.finish(job, 0, Long.MAX_VALUE, at(20)));
        assertThat(job.onTheirWay()).isLessThanOrEqualTo(1_000_000);
    }

    @Test
    void whatCannotBeIsRefusedWithACodeAndChangesNothing() {
        assertThat(refused(JobBalancer.report(job, 0, 5, NOON))).isEqualTo(5);
        assertThat(refused(JobBalancer.finish(job, 0, 5, NOON))).isEqualTo(5);
        assertThat(refused(JobBalancer.stored(job, 0, NOON))).isEqualTo(5);
        assertThat(refused(JobBalancer.report(job, 2, 5, NOON))).isEqualTo(3);
        assertThat(refused(JobBalancer.start(job, -1, "", Duration.ZERO, NOON))).isEqualTo(3);
        assertThat(refused(JobBalancer.stored(job, 7, NOON))).isEqualTo(3);
        start(0, 0);
        assertThat(refused(JobBalancer.report(job, 0, -1, at(5)))).isEqualTo(29);
        assertThat(refused(JobBalancer.finish(job, 0, -1, at(5)))).isEqualTo(29);
        take(JobBalancer.finish(job, 0, 5, at(5)));
        assertThat(refused(JobBalancer.report(job, 0, 6, at(6)))).isEqualTo(12);
        assertThat(refused(JobBalancer.start(job, 0, "", Duration.ZERO, at(6)))).isEqualTo(12);
    }

    @Test
    void finishingTwiceCountsOnce() {
        start(0, 0);
        take(JobBalancer.finish(job, 0, 1_000, at(5)));
        var once = job;
        take(JobBalancer.finish(job, 0, 2_000, at(5)));
        assertThat(job).isEqualTo(once);
        take(JobBalancer.stored(job, 0, at(6)));
        take(JobBalancer.stored(job, 0, at(7)));
        assertThat(job.stored()).isEqualTo(1_000);
    }

    @Test
    void onlyAStoredResultCounts() {
        start(0, 0);
        take(JobBalancer.finish(job, 0, 1_000, at(5)));
        assertThat(state(0)).isInstanceOf(Finished.class);
        assertThat(job.stored()).isZero();
        take(JobBalancer.stored(job, 0, at(6)));
        assertThat(job.stored()).isEqualTo(1_000);
    }

    @Test
    void aResultThatNeverComesIsDoneAgainAndCountsIfItComesAfterAll() {
        start(0, 0);
        take(JobBalancer.finish(job, 0, 1_000, at(5)));
        take(JobBalancer.tick(job, at(126)));
        assertThat(state(0)).isInstanceOf(Lost.class);
        assertThat(job.onTheirWay()).isZero();
        take(JobBalancer.stored(job, 0, at(500)));
        assertThat(job.stored()).isEqualTo(1_000);
    }

    @Test
    void aSilentPartIsGivenUpAndItsWorkSharedAndItIsWelcomeBack() {
        start(0, 0);
        start(1, 0);
        report(0, 25_000, 50);
        report(1, 25_000, 50);
        for (int i = 2; i < 4; i++) report(0, 25_000L * i, 50 * i);
        long alone = report(0, 80_000, 160);
        assertThat(state(1)).isInstanceOf(Lost.class);
        assertThat(decisions).contains(new BalancerDecision.GiveUp(1, 25_000, "nothing was heard of it for too long"));
        assertThat(alone).as("all of it").isEqualTo(1_000_000);

        assertThat(report(1, 90_000, 180)).isGreaterThan(90_000).isLessThan(600_000);
        assertThat(decisions).contains(new BalancerDecision.WelcomeBack(1, 90_000));
        assertThat(report(0, 100_000, 200)).isLessThan(600_000);
    }

    @Test
    void aPartThatStandsStillIsGivenUpAlthoughItIsHeardAndItIsWelcomeBackWhenItGetsOn() {
        start(0, 0);
        start(1, 0);
        report(0, 25_000, 50);
        long toldBefore = report(1, 25_000, 50);
        int second = 100;
        for (; second <= 450; second += 50) {
            report(0, 500L * second, second);
            assertThat(report(1, 25_000, second)).as("a step may take long").isLessThanOrEqualTo(toldBefore);
            assertThat(state(1)).isInstanceOf(Running.class);
        }
        long kept = running(1).told();
        report(0, 500L * second, second);
        assertThat(report(1, 25_000, second))
                .as("should it go on, then as far as it was told")
                .isEqualTo(kept);
        assertThat(state(1)).isInstanceOf(Lost.class);
        assertThat(decisions).contains(new BalancerDecision.GiveUp(1, 25_000, "it has not got on for too long"));
        assertThat(report(0, 250_000, 510)).as("all of it").isEqualTo(1_000_000);
        assertThat(report(1, 25_000, 520)).as("a word alone is not progress").isEqualTo(kept);
        assertThat(state(1)).isInstanceOf(Lost.class);

        assertThat(report(1, 25_001, 530)).isGreaterThan(25_000);
        assertThat(decisions).contains(new BalancerDecision.WelcomeBack(1, 25_001));
        assertThat(state(1)).isInstanceOf(Running.class);
    }

    @Test
    void whoTakesLongForEachStepIsNotTakenForStuck() {
        start(0, 0);
        for (int step = 1; step <= 5; step++) {
            for (int second = 1; second < 900; second += 49) report(0, 1_000L * (step - 1), 900 * (step - 1) + second);
            report(0, 1_000L * step, 900 * step);
        }
        assertThat(decisions).noneMatch(BalancerDecision.GiveUp.class::isInstance);
    }

    @Test
    void whoHasDoneAllItWasToldMayTakeItsTimeForTheResultButNotForEver() {
        job = BalancedJob.planned(JobGoal.within(Duration.ofSeconds(1_000), 1_000, 1, 3), NOON);
        start(0, 0);
        report(0, 1_000, 50);
        for (int second = 90; second <= 170; second += 40) report(0, 1_000, second);
        assertThat(state(0)).isInstanceOf(Running.class);
        for (int second = 210; second <= 330; second += 40) report(0, 1_000, second);
        assertThat(state(0)).isInstanceOf(Lost.class);
        assertThat(job.queued()).as("somebody else does it").isPositive();
        take(JobBalancer.stored(job, 0, at(400)));
        assertThat(job.isComplete()).isTrue();
        assertThat(job.queued()).isZero();
    }

    @Test
    void aProcessThatBeginsAnewStartsFromZeroButOneThatAsksAgainDoesNot() {
        start(0, 0);
        start(1, 0);
        report(0, 50_000, 50);
        take(JobBalancer.start(job, 0, "here", Duration.ofSeconds(60), at(60)));
        assertThat(running(0).done()).isEqualTo(50_000);
        take(JobBalancer.start(job, 0, "here", Duration.ZERO, at(70)));
        assertThat(running(0).done()).isZero();
        report(0, 30_000, 100);
        assertThat(running(0).pace().perSecond()).isEqualTo(1_000);
    }

    @Test
    void partsAreAddedAtTheFirstReportThatShowsTheNeedAndNotTwice() {
        job = BalancedJob.planned(JobGoal.within(Duration.ofSeconds(1_500), 1_000_000, 1, 10), NOON);
        start(0, 0);
        report(0, 15_000, 75);
        assertThat(decisions).hasSize(1).first().isInstanceOfSatisfying(BalancerDecision.Queue.class, more -> {
            assertThat(more.partitions()).containsExactly(1, 2, 3);
            assertThat(more.sentence()).contains("985000 iterations are left for 1354 s");
        });
        report(0, 30_000, 150);
        take(JobBalancer.tick(job, at(160)));
        assertThat(job.partitions()).as("those that wait are counted").hasSize(4);
    }

    @Test
    void partsAreAddedByTheTimerWhenTheLastSpeakerIsSilent() {
        job = BalancedJob.planned(JobGoal.within(Duration.ofSeconds(2_000), 1_000_000, 2, 4), NOON);
        start(0, 0);
        start(1, 0);
        report(0, 50_000, 100);
        report(1, 50_000, 100);
        assertThat(decisions).isEmpty();
        take(JobBalancer.tick(job, at(301)));
        assertThat(job.running()).isZero();
        assertThat(job.queued()).isPositive();
        assertThat(decisions).anyMatch(each -> each.sentence().contains("nobody is at work"));
    }

    @Test
    void noMorePartsThanAllowedEvenForAnImpossibleTarget() {
        start(0, 0);
        start(1, 0);
        report(0, 1, 50);
        assertThat(job.running() + job.queued()).isEqualTo(4);
    }

    @Test
    void waitingPartsAreWithdrawnWhenTheOthersAreFastEnoughButNotForALittle() {
        start(0, 0);
        start(1, 0);
        report(0, 20_000, 50);
        report(1, 20_000, 50);
        assertThat(job.queued()).isEqualTo(1);
        report(0, 50_000, 100);
        report(1, 50_000, 100);
        assertThat(job.queued()).as("just enough").isEqualTo(1);
        report(0, 100_000, 150);
        report(1, 100_000, 150);
        assertThat(job.queued()).isZero();
        assertThat(state(2)).isInstanceOf(Withdrawn.class);
        assertThat(start(2, 160)).as("taken by somebody who did not hear of it").isZero();
    }

    @Test
    void afterTheTargetReportsAreAnsweredAsBefore() {
        start(0, 0);
        start(1, 0);
        for (int i = 1; i <= 40; i++) {
            assertThat(report(0, 5_000L * i, 50 * i)).isGreaterThan(5_000L * i);
            report(1, 5_000L * i, 50 * i);
        }
        var forecast = JobForecast.of(job, at(2_000));
        assertThat(forecast.timeLeft()).contains(Duration.ofSeconds(-1_000));
        assertThat(forecast.left()).isEqualTo(600_000);
        assertThat(forecast.toGo()).contains(Duration.ofSeconds(3_000));
    }

    @Test
    void whenTheLastEndsShortAnotherPartTopsUp() {
        job = BalancedJob.planned(JobGoal.within(Duration.ofSeconds(1_000), 100_000, 1, 4), NOON);
        start(0, 0);
        report(0, 50_000, 50);
        take(JobBalancer.finish(job, 0, 99_000, at(100)));
        assertThat(decisions).hasSize(1).first().isInstanceOf(BalancerDecision.Queue.class);
        assertThat(start(1, 110)).isEqualTo(1_000);
    }

    @Test
    void whenEverythingIsStoredTheJobIsCompleteAndWhoStillWorksIsStopped() {
        start(0, 0);
        start(1, 0);
        report(0, 50_000, 50);
        report(1, 100, 50);
        report(0, 51_000, 51);
        take(JobBalancer.finish(job, 0, 600_000, at(900)));
        long rest = report(1, 1_000, 910);
        take(JobBalancer.stored(job, 0, at(905)));
        assertThat(job.stored() + rest).isGreaterThanOrEqualTo(1_000_000);
        take(JobBalancer.finish(job, 1, rest, at(920)));
        take(JobBalancer.stored(job, 1, at(921)));
        assertThat(job.isComplete()).isTrue();
        assertThat(decisions).contains(new BalancerDecision.Complete(job.stored()));
        assertThat(job.queued()).isZero();
    }

    @Test
    void aCancelledJobStopsEverybodyAtTheirNextWord() {
        start(0, 0);
        report(0, 10_000, 50);
        take(JobBalancer.cancel(job, at(60)));
        assertThat(job.queued()).isZero();
        assertThat(report(0, 20_000, 100)).isEqualTo(20_000);
    }

    private long start(int index, long second) {
        return shareOf(take(JobBalancer.start(job, index, "here", Duration.ZERO, at(second))));
    }

    private long report(int index, long count, long second) {
        return shareOf(take(JobBalancer.report(job, index, count, at(second))));
    }

    private BalancerStep take(BalancerStep turn) {
        job = turn.job();
        decisions.addAll(turn.decisions());
        return turn;
    }

    private static long shareOf(BalancerStep turn) {
        assertThat(turn.answer()).isInstanceOf(ShareAnswer.Share.class);
        return ((ShareAnswer.Share) turn.answer()).count();
    }

    private static int refused(BalancerStep turn) {
        assertThat(turn.answer()).isInstanceOf(ShareAnswer.Refused.class);
        assertThat(turn.decisions()).isEmpty();
        return ((ShareAnswer.Refused) turn.answer()).code();
    }

    private static long told(BalancedJob job, int index) {
        return ((Running) job.partitions().get(index).state()).told();
    }

    private Running running(int index) {
        return (Running) state(index);
    }

    private PartitionState state(int index) {
        return job.partitions().get(index).state();
    }

    private static Instant at(long second) {
        return NOON.plusSeconds(second);
    }

    @Test
    void ofAJobThatOthersHaveBegunAPartIsAddedIfWhatTheyDidIsNotEnough() {
        job = BalancedJob.planned(JobGoal.within(Duration.ofMinutes(10), 1_000, 1, 4), NOON);
        assertThat(JobBalancer.inherited(job, at(0))).as("a part waits").isEqualTo(job);
        take(JobBalancer.stored(job, 0, 400, 2, at(0)));
        take(JobBalancer.tick(job, at(10)));
        assertThat(job.queued()).as("nobody has begun it").isZero();
        job = JobBalancer.inherited(job, at(20));
        take(JobBalancer.tick(job, at(21)));
        assertThat(job.began()).contains(at(20));
        assertThat(job.queued()).isPositive();
    }
}
