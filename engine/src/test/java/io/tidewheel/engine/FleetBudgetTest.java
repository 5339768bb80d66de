package io.tidewheel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.autoscaling.elastic.BudgetedPolicy;
import io.tidewheel.autoscaling.elastic.Budgets;
import io.tidewheel.autoscaling.elastic.Ledger;
import io.tidewheel.autoscaling.elastic.MachineCharges;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.model.Actor;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Setup;
import io.tidewheel.model.WorkTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines of owners, within their budgets, under virtual time. */
class FleetBudgetTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Owner ADA = new Owner("ada");
    private static final Owner BOB = new Owner("bob");
    private static final Setup SMALL = Setup.of("small", Capabilities.NONE, 10)
            .withMaxCreateConcurrent(10)
            .withBilling(new Billing(Money.parse("1"), MINUTE));
    private static final Setup LARGE = Setup.of("large", Capabilities.of("gpu"), 10)
            .withMaxCreateConcurrent(10)
            .withBilling(new Billing(Money.parse("5"), MINUTE));

    private final FleetStory story = new FleetStory(SMALL, LARGE);

    @Test
    void everyOwnerGetsMachinesOfHisOwnWithinHisBudget() {
        use("leap", "3", "2");
        waits(1, ADA, Capabilities.NONE, 20);
        waits(2, BOB, Capabilities.NONE, 20);
        story.seconds(20);
        assertThat(machinesOf(ADA)).hasSize(3);
        assertThat(machinesOf(BOB)).hasSize(2);
        assertThat(story.fleet().status().shortages()).anySatisfy(shortage -> {
            assertThat(shortage.owner()).contains(ADA);
            assertThat(shortage.limits().getFirst().text())
                    .contains("the budget of ada, 3 in 1m, allows no more machines");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"leap", "on-demand", "pfa-ma", "pfa-ewma"})
    void anOwnerWithMoneyAndWithoutAMachineIsNotKeptOutByOneWhoHasThemAll(String policy) {
        var scarce = new FleetStory(Setup.of("small", Capabilities.NONE, 2)
                .withMaxCreateConcurrent(2)
                .withBilling(new Billing(Money.parse("1"), Duration.ofHours(1))));
        scarce.use(new BudgetedPolicy(
                new Budgets(MINUTE, Map.of(ADA, share(policy, "90"), BOB, share(policy, "90")), Optional.empty())));
        scarce.lanes.add(waiting(1, ADA, 50));
        scarce.seconds(150);
        assertThat(wantedOf(scarce, ADA)).hasSize(2);
        wantedOf(scarce, ADA).forEach(machine -> scarce.works(machine.id(), 1));
        scarce.lanes.add(waiting(2, BOB, 2));
        scarce.seconds(1);
        var told = scarce.fleet().status().shortages().stream()
                .filter(shortage -> shortage.owner().equals(Optional.of(BOB)))
                .toList();
        assertThat(told).isNotEmpty();
        scarce.seconds(119);
        // What the machine does that has to go is done by now; the other one goes on.
        scarce.records().stream()
                .filter(machine -> machine.state() == MachineState.DRAINING)
                .forEach(machine -> scarce.leave(machine.id()));
        scarce.minutes(4);
        assertThat(wantedOf(scarce, BOB)).hasSize(1);
        assertThat(wantedOf(scarce, ADA)).hasSize(1);
    }

    @Test
    void whereThereAreMoreOwnersThanMachinesTheyTakeTurnsAtTheEndOfWhatIsPaid() {
        var scarce = new FleetStory(
                Setup.of("small", Capabilities.NONE, 1).withBilling(new Billing(Money.parse("1"), MINUTE)));
        scarce.use(new BudgetedPolicy(
                new Budgets(MINUTE, Map.of(ADA, share("leap", "9"), BOB, share("leap", "9")), Optional.empty())));
        scarce.lanes.add(waiting(1, ADA, 50));
        scarce.seconds(10);
        scarce.lanes.add(waiting(2, BOB, 50));
        scarce.seconds(20);
        assertThat(wantedOf(scarce, ADA)).hasSize(1);
        assertThat(scarce.fleet().status().shortages())
                .anySatisfy(shortage -> assertThat(shortage.limits().getFirst().text())
                        .contains("goes to bob when the time is over that it is paid for"));
        scarce.minutes(10);
        assertThat(scarce.records().stream().filter(machine -> machine.owner().equals(Optional.of(ADA))))
                .hasSizeGreaterThan(2);
        assertThat(scarce.records().stream().filter(machine -> machine.owner().equals(Optional.of(BOB))))
                .hasSizeGreaterThan(2);
    }

    @Test
    void nobodyGivesUpMoreThanOneMachineForAnOwnerWhoseOwnCannotBeMade() {
        var scarce = new FleetStory(Setup.of("small", Capabilities.NONE, 3)
                .withMaxCreateConcurrent(3)
                .withBilling(new Billing(Money.parse("1"), MINUTE)));
        scarce.use(new BudgetedPolicy(new Budgets(
                MINUTE, Map.of(ADA, share("on-demand", "9"), BOB, share("on-demand", "9")), Optional.empty())));
        scarce.lanes.add(waiting(1, ADA, 50));
        scarce.seconds(20);
        assertThat(wantedOf(scarce, ADA)).hasSize(3);
        scarce.cloud.creating = FakeMachines.Mood.FAILS;
        scarce.lanes.add(waiting(2, BOB, 2));
        scarce.minutes(15);
        assertThat(wantedOf(scarce, ADA)).hasSize(2);
        scarce.cloud.creating = FakeMachines.Mood.FINE;
        scarce.minutes(30);
        assertThat(wantedOf(scarce, ADA)).hasSize(2);
        assertThat(wantedOf(scarce, BOB)).hasSize(1);
    }

    @Test
    void nobodyGivesUpAMachineForAnOwnerWhosePolicyWouldNotBuyIt() {
        var scarce = new FleetStory(
                Setup.of("small", Capabilities.NONE, 2)
                        .withMaxCreateConcurrent(2)
                        .withBilling(new Billing(Money.parse("1"), MINUTE)),
                LARGE);
        scarce.use(new BudgetedPolicy(new Budgets(
                MINUTE, Map.of(ADA, share("on-demand", "2"), BOB, share("fixed:large=0", "9")), Optional.empty())));
        scarce.lanes.add(waiting(1, ADA, 50));
        scarce.lanes.add(waiting(2, BOB, 2));
        scarce.minutes(10);
        assertThat(scarce.records()).hasSize(2).allMatch(machine -> machine.state() == MachineState.RUNNING);
        assertThat(scarce.fleet().status().shortages())
                .filteredOn(shortage -> shortage.owner().equals(Optional.of(BOB)))
                .singleElement()
                .satisfies(shortage -> assertThat(shortage.limits().getFirst().text())
                        .isEqualTo("the policy of bob wants no machine for it at the moment: the fleet is fixed"));
    }

    private static SeenLane waiting(long run, Owner owner, long chains) {
        return new SeenLane(
                new LaneId(new RunId(run), 0),
                owner,
                0,
                Instant.parse("2026-03-01T12:00:00Z"),
                Optional.empty(),
                Capabilities.NONE,
                "render/0",
                chains,
                List.of());
    }

    private static List<MachineRecord> wantedOf(FleetStory story, Owner owner) {
        return story.records().stream()
                .filter(machine -> machine.owner().equals(Optional.of(owner))
                        && machine.state().isWanted())
                .toList();
    }

    @Test
    void aBudgetThatCannotBuyOneMachineIsSaidAtOnce() {
        use("pfa-ma", "0.5", "2");
        story.seconds(90);
        waits(1, ADA, Capabilities.NONE, 5);
        story.seconds(1);
        assertThat(machinesOf(ADA)).isEmpty();
        assertThat(story.fleet().status().shortages())
                .singleElement()
                .satisfies(shortage -> assertThat(shortage.limits().getFirst().text())
                        .isEqualTo("the budget of ada, 0.5 in 1m, cannot buy one machine: the cheapest costs 1 in"
                                + " that time"));
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_600, 86_400})
    void aClockThatIsSetWhileTheServerIsDownBuysNothingMore(long seconds) {
        use("leap", "3", "0");
        waits(1, ADA, Capabilities.NONE, 20);
        story.seconds(20);
        assertThat(machinesOf(ADA)).hasSize(3);
        story.time.jumpWall(Duration.ofSeconds(seconds));
        story.restart();
        story.seconds(30);
        assertThat(story.database.machines().present()).hasSize(3);
        assertThat(machinesOf(ADA)).hasSize(3);
    }

    @Test
    void workThatOnlyADearSetupCanDoGetsThatOne() {
        use("leap", "12", "0");
        waits(1, ADA, Capabilities.of("gpu"), 20);
        story.seconds(5);
        assertThat(machinesOf(ADA))
                .hasSize(2)
                .allMatch(machine -> machine.setup().equals("large"));
    }

    @Test
    void moneyThatIsThereAgainIsSpentAtOnceThoughNothingElseHasChanged() {
        use("leap", "1", "0");
        story.seconds(22);
        waits(1, ADA, Capabilities.NONE, 20);
        story.seconds(2);
        var first = machinesOf(ADA).getFirst();
        story.leave(first.id());
        var _ = story.fleet().stop(first.id(), Actor.anyone("fate"));
        story.seconds(70);
        assertThat(machinesOf(ADA)).hasSize(2);
        assertThat(machinesOf(ADA).getLast().created())
                .isBetween(
                        first.created().plus(MINUTE),
                        first.created().plus(MINUTE).plusSeconds(1));
    }

    @Test
    void anOwnerWithoutABudgetIsTold() {
        story.use(new BudgetedPolicy(new Budgets(MINUTE, Map.of(ADA, share("leap", "5")), Optional.empty())));
        waits(1, BOB, Capabilities.NONE, 1);
        story.seconds(2);
        assertThat(story.records()).isEmpty();
        assertThat(story.fleet()
                        .status()
                        .shortages()
                        .getFirst()
                        .limits()
                        .getFirst()
                        .text())
                .isEqualTo("bob has no budget for machines: give one in the owners file");
    }

    @Test
    void whatAgentsThatWorkForEverybodyHaveRoomForIsNotBoughtFor() {
        use("leap", "3", "0");
        story.joinForEverybody("desk", 2);
        waits(1, ADA, Capabilities.NONE, 3);
        story.seconds(2);
        assertThat(machinesOf(ADA)).hasSize(1);
    }

    @Test
    void whatIsToComeIsSeenAndTheRunNearestToItsEndGoesFirst() {
        use("leap", "1", "0");
        waits(1, ADA, Capabilities.NONE, 4);
        waits(2, ADA, Capabilities.NONE, 4);
        waits(3, ADA, Capabilities.NONE, 6);
        story.outlooks.put(
                new RunId(1),
                new RemainingWork(List.of(
                        new RemainingWork.Stage("render/0", RequiredResources.of(), 4, 0, List.of()),
                        new RemainingWork.Stage("collect", RequiredResources.of(), 0, 50, List.of(0)))));
        story.seconds(3);
        assertThat(story.ranks.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue())
                        .map(entry -> entry.getKey().run().number()))
                .containsExactly(2L, 3L, 1L);
    }

    @Test
    void aPolicyThatIsAskedNowAndThenLetsAMachineGoBeforeItIsPaidForAgain() {
        use("pfa-ma", "2", "0");
        waits(1, ADA, Capabilities.NONE, 1);
        story.seconds(20);
        story.lanes.clear();
        story.seconds(100);
        assertThat(story.records()).allMatch(machine -> machine.state() == MachineState.DESTROYED);
        assertThat(story.records())
                .allSatisfy(machine -> assertThat(Ledger.periods(machine, story.time.instant()))
                        .isEqualTo(1));
    }

    @Test
    void aMachineGoesBeforeItWouldBePaidForAgain() {
        use("leap", "1", "0");
        waits(1, ADA, Capabilities.NONE, 1);
        story.seconds(12);
        story.lanes.clear();
        story.seconds(30);
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
        story.seconds(30);
        assertThat(story.only().state()).isEqualTo(MachineState.DESTROYED);
        assertThat(Ledger.periods(story.only(), story.time.instant())).isEqualTo(1);
    }

    @Test
    void aPolicyThatFailsLeavesThingsAsTheyAreAndOthersAlone() {
        use("leap", "2", "2");
        waits(1, ADA, Capabilities.NONE, 9);
        story.seconds(20);
        OwnerPolicy broken = _ -> {
            throw new IllegalStateException("division by zero");
        };
        story.use(new BudgetedPolicy(new Budgets(
                MINUTE,
                Map.of(ADA, new Budgets.Share(Money.parse("9"), broken), BOB, share("leap", "2")),
                Optional.empty())));
        waits(2, BOB, Capabilities.NONE, 9);
        story.seconds(20);
        assertThat(machinesOf(ADA)).hasSize(2).allMatch(machine -> machine.state() == MachineState.RUNNING);
        assertThat(machinesOf(BOB)).hasSize(2);
        assertThat(story.fleet().status().trouble())
                .isEqualTo("the policy of ada failed, nothing is bought or let go: division by zero");
        assertThat(story.counters.plansRefused.sum()).isEqualTo(1);
    }

    @Test
    void aDryRunOnlySaysWhatItWouldDo() {
        story.dryRun = true;
        use("leap", "2", "0");
        waits(1, ADA, Capabilities.NONE, 9);
        story.seconds(3);
        assertThat(story.records()).isEmpty();
        assertThat(story.fleet().status().wishes())
                .hasSize(2)
                .allMatch(wish -> wish.startsWith("a machine of setup small would be made for ada: a task"));
    }

    @Test
    void whatWasUsedIsRecordedWithTheMachine() {
        use("leap", "1", "0");
        waits(1, ADA, Capabilities.NONE, 1);
        story.seconds(12);
        var id = story.only().id();
        var now = story.time.instant();
        story.done.add(new FleetWork.Used(
                new RunId(1),
                ADA,
                "render/0",
                id.name(),
                3,
                Duration.ofSeconds(6),
                Duration.ofSeconds(6),
                now.minusSeconds(6),
                now));
        story.seconds(3);
        assertThat(story.database.machines().usesOf(id)).singleElement().satisfies(use -> {
            assertThat(use.run()).isEqualTo(new RunId(1));
            assertThat(use.slotTime()).isEqualTo(Duration.ofSeconds(6));
        });
    }

    @Test
    void whatWasLearnedIsKnownWhenTheServerIsStartedAgain() {
        assertThat(whyTwoWereBought(Duration.ofSeconds(30))).contains("would have to wait 30.0 s");
        assertThat(whyTwoWereBought(Duration.ZERO)).contains("would have to wait 1.0 s");
    }

    /** Why a second machine is bought for two tasks, by a server that did one such task in its former life; zero means that it did none. */
    private static String whyTwoWereBought(Duration took) {
        var test = new FleetBudgetTest();
        test.use("leap", "10", "0");
        test.waits(1, ADA, Capabilities.NONE, 1);
        test.story.seconds(5);
        var id = test.machinesOf(ADA).getFirst().id();
        var now = test.story.time.instant();
        boolean isKnown = !took.isZero();
        if (isKnown)
            test.story.done.add(
                    new FleetWork.Used(new RunId(1), ADA, "render/0", id.name(), 1, took, took, now.minus(took), now));
        test.story.lanes.clear();
        test.story.minutes(2);
        assertThat(test.story.database.machines().present()).isEmpty();
        assertThat(test.story.database.machines().workTimes(9))
                .isEqualTo(isKnown ? List.of(new WorkTime(ADA, "small", "render/0", 1, took, now)) : List.of());
        test.story.restart();
        test.story.seconds(5);
        test.waits(2, ADA, Capabilities.NONE, 2);
        test.story.seconds(2);
        return test.story.database.machines().present().getLast().wanted()
                + test.story.database.machines().present().getFirst().wanted();
    }

    @Test
    void aDemandThatComesAndGoesDoesNotMakeMachinesComeAndGo() {
        use("leap", "4", "0");
        for (int wave = 0; wave < 10; wave++) {
            waits(1, ADA, Capabilities.NONE, 4);
            story.seconds(10);
            story.lanes.clear();
            story.seconds(10);
        }
        // Three waves in each time that is paid for: at most one start for each machine in it.
        assertThat(story.records().size()).isLessThanOrEqualTo(4 * 4);
    }

    @Test
    void aDeadlineIsMetWithinTheBudgetAndIfThatCannotBeItIsSaidWithTheBestThatCan() {
        use("fixed:small=1", "3", "0");
        waits(1, ADA, Capabilities.NONE, 8);
        story.seconds(12);
        assertThat(machinesOf(ADA)).hasSize(1);
        var now = story.time.instant();
        story.done.add(new FleetWork.Used(
                new RunId(1),
                ADA,
                "render/0",
                machinesOf(ADA).getFirst().id().name(),
                1,
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                now.minusSeconds(30),
                now));
        story.lanes.clear();
        // 240 s of work in two minutes: two slots are enough.
        waits(1, ADA, Capabilities.NONE, 8, Optional.of(now.plusSeconds(170)));
        story.seconds(60);
        assertThat(machinesOf(ADA)).hasSize(2);
        assertThat(machinesOf(ADA).getLast().wanted()).contains("run 1 is to be ready by");
        story.lanes.clear();
        waits(1, ADA, Capabilities.NONE, 8, Optional.of(story.time.instant().plusSeconds(80)));
        story.seconds(60);
        assertThat(machinesOf(ADA)).hasSize(3);
        assertThat(story.fleet().status().trouble())
                .contains("run 1 needs 8 slots to be ready by")
                .contains("the budget of ada, 3 in 1m, and the limits of the setups allow 3")
                .contains("the best that can be had is about");
    }

    /** Machines die, cannot be made, take long, the server is killed, budgets and prices are odd: the budget is kept all the same. */
    @ParameterizedTest
    @ValueSource(strings = {"leap", "pfa-ma", "pfa-ewma", "on-demand:5s", "queue-growth", "hint", "plf", "scf"})
    void inNoMinuteMoreIsPaidThanTheBudgetWhateverHappens(String policy) {
        for (long seed = 1; seed <= 4; seed++) {
            var world = new FleetBudgetTest();
            world.use(policy, "7.3", "11");
            world.live(new Random(seed));
            for (var owner :
                    Map.of(ADA, Money.parse("7.3"), BOB, Money.parse("11")).entrySet())
                world.assertWithin(owner.getKey(), owner.getValue(), seed);
        }
    }

    private void live(Random random) {
        for (int step = 0; step < 150; step++) {
            story.seconds(1 + random.nextInt(9));
            story.lanes.clear();
            if (random.nextInt(4) > 0) waits(1, ADA, Capabilities.NONE, random.nextInt(12));
            if (random.nextInt(4) > 0) waits(2, BOB, Capabilities.NONE, random.nextInt(12));
            if (random.nextInt(4) == 0) waits(3, BOB, Capabilities.of("gpu"), random.nextInt(3));
            var present = story.database.machines().present();
            if (!present.isEmpty() && random.nextInt(5) == 0) {
                var victim = present.get(random.nextInt(present.size()));
                story.leave(victim.id());
                var _ = story.fleet().stop(victim.id(), Actor.anyone("fate"));
            }
            if (random.nextInt(25) == 0) story.restart();
        }
    }

    private void assertWithin(Owner owner, Money budget, long seed) {
        var machines = machinesOf(owner);
        assertThat(machines).as("seed %d", seed).isNotEmpty();
        for (int paid = 0; paid < machines.size() * 3; paid++) {
            var payer = machines.get(paid / 3);
            var end = payer.created().plus(MINUTE.multipliedBy(paid % 3));
            var sum = Money.ZERO;
            for (var machine : machines) {
                sum = sum.plus(machine.billing()
                        .pricePerInterval()
                        .times(MachineCharges.count(
                                machine.billing(),
                                machine.created(),
                                machine.ended().orElse(Instant.parse("2030-01-01T00:00:00Z")),
                                end.minus(MINUTE),
                                end)));
            }
            assertThat(sum).as("%s, seed %d, minute until %s", owner, seed, end).isLessThanOrEqualTo(budget);
        }
    }

    private void use(String policy, String ada, String bob) {
        story.use(new BudgetedPolicy(
                new Budgets(MINUTE, Map.of(ADA, share(policy, ada), BOB, share(policy, bob)), Optional.empty())));
    }

    private static Budgets.Share share(String policy, String budget) {
        return new Budgets.Share(Money.parse(budget), PolicyCatalogue.parse(policy));
    }

    private void waits(long run, Owner owner, Capabilities requires, long chains) {
        waits(run, owner, requires, chains, Optional.empty());
    }

    private void waits(long run, Owner owner, Capabilities requires, long chains, Optional<Instant> deadline) {
        story.lanes.add(new SeenLane(
                new LaneId(new RunId(run), 0),
                owner,
                0,
                story.time.instant(),
                deadline,
                requires,
                "render/0",
                chains,
                List.of()));
    }

    private List<MachineRecord> machinesOf(Owner owner) {
        return story.records().stream()
                .filter(machine -> machine.owner().equals(Optional.of(owner)))
                .toList();
    }
}
