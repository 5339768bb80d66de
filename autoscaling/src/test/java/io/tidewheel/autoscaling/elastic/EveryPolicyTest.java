package io.tidewheel.autoscaling.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.autoscaling.elastic.OwnerObservation.Ended;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Running;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;

/** What holds for all policies that are built in, and some for single ones. */
class EveryPolicyTest extends PolicyContract {
    @Override
    protected Stream<Named<OwnerPolicy>> policies() {
        return Stream.of(
                        "pfa-ma:10",
                        "pfa-ma:0",
                        "pfa-ewma:0.7",
                        "plf",
                        "plf:fast",
                        "scf",
                        "scf:fast",
                        "leap",
                        "leap:0,0",
                        "on-demand:10s",
                        "queue-growth:2",
                        "queue-drain:30s",
                        "hint",
                        "fixed:t0=3,t1=100")
                .map(name -> Named.of(name, PolicyCatalogue.parse(name)));
    }

    @Test
    void namesAreReadAndWrongOnesRefused() {
        assertThat(PolicyCatalogue.parse("pfa-ma:20")).isEqualTo(new PfaMovingAverage(20, PfaOptions.DEFAULT));
        assertThat(PolicyCatalogue.parse("leap")).isEqualTo(LeapPolicy.DEFAULT);
        assertThatThrownBy(() -> PolicyCatalogue.parse("magic"))
                .hasMessage("'magic' is not a policy: use one of " + String.join(", ", PolicyCatalogue.names()));
        assertThatThrownBy(() -> PolicyCatalogue.parse("pfa-ewma:2")).hasMessageContaining("memoryWeight is 0 to 1");
        assertThatThrownBy(() -> PolicyCatalogue.parse("pfa-ma:x")).hasMessageContaining("'x' is not a parameter");
        assertThatThrownBy(() -> PolicyCatalogue.parse("fixed")).hasMessageContaining("like fixed:small=4");
        assertThatThrownBy(() -> PolicyCatalogue.parse("plf:slow")).hasMessageContaining("random, fast or first");
    }

    @Test
    void queueGrowthBuysOneMachineWhenTheQueueHasGrown() {
        var stage = OwnerStage.withPrices(1, 5).bag(3);
        var policy = new QueueGrowth(2, OwnerStage.MINUTE.dividedBy(2), OwnerStage.MINUTE.dividedBy(4));
        assertThat(stage.decide(policy).purchases()).hasSize(1);
        stage.busy("bought", 0);
        assertThat(stage.decide(policy).purchases()).isEmpty();
        stage.bag(3);
        assertThat(stage.decide(policy).purchases()).singleElement().satisfies(purchase -> {
            assertThat(purchase.type()).isEqualTo(0);
            assertThat(purchase.why()).isEqualTo("the queue grew from 3 to 6 tasks");
        });
    }

    @Test
    void queueGrowthDoesNotForgetWhatNobodyWorksOn() {
        var stage = OwnerStage.withPrices(1, 5).bag(2);
        var policy = new QueueGrowth(2, OwnerStage.MINUTE.dividedBy(2), OwnerStage.MINUTE.dividedBy(4));
        assertThat(stage.decide(policy).purchases()).as("it has just come").isEmpty();
        assertThat(stage.decide(policy).purchases()).as("it is still there").hasSize(1);
        stage.budget(0).busy("bought", 0).bag(3);
        assertThat(stage.decide(policy).purchases()).as("it has grown").isEmpty();
        stage.budget(9);
        assertThat(stage.decide(policy).purchases())
                .singleElement()
                .satisfies(purchase -> assertThat(purchase.why()).isEqualTo("the queue grew from 2 to 5 tasks"));
    }

    @Test
    void queueGrowthAsksAtEveryLookForWhatNobodyWorksOn() {
        var stage = OwnerStage.withPrices(1, 5).bag(2).budget(0);
        var policy = new QueueGrowth(2, OwnerStage.MINUTE.dividedBy(2), OwnerStage.MINUTE.dividedBy(4));
        assertThat(stage.decide(policy).limit()).as("it has just come").isEqualTo(OwnerPlan.Limit.DEMAND);
        for (int look = 0; look < 4; look++)
            assertThat(stage.decide(policy).limit()).as("look %d", look).isEqualTo(OwnerPlan.Limit.BUDGET);
    }

    @Test
    void queueDrainBuysWhatEmptiesTheQueueInTime() {
        var stage = OwnerStage.withPrices(1, 5).bag(30);
        stage.ended.add(new Ended("any", 0, 10, 50));
        assertThat(stage.decide(new QueueDrain(OwnerStage.MINUTE)).purchases()).hasSize(3);
    }

    @Test
    void aMachineEndsItselfWhenItIsIdleAndItsRenewalIsNear() {
        var policy = new QueueGrowth(0, OwnerStage.MINUTE.dividedBy(2), OwnerStage.MINUTE.dividedBy(4));
        var stage = OwnerStage.withPrices(1, 5)
                .idle("long-idle-near", 0, OwnerStage.NOON.plusSeconds(10), OwnerStage.NOON.minusSeconds(40))
                .idle("long-idle-far", 0, OwnerStage.NOON.plusSeconds(30), OwnerStage.NOON.minusSeconds(40))
                .idle("just-idle-near", 0, OwnerStage.NOON.plusSeconds(10), OwnerStage.NOON.minusSeconds(5));
        assertThat(stage.decide(policy).releases().stream().map(OwnerPlan.Release::machine))
                .containsExactly("long-idle-near");
    }

    @Test
    void theHintFollowsWhatIsQueuedAndHandedOut() {
        assertThat(CapacityHint.need(0, 0, 10)).isEqualTo(8);
        assertThat(CapacityHint.need(0, 4, 10)).isEqualTo(14);
        assertThat(CapacityHint.need(5, 0, 10)).isEqualTo(10);
        assertThat(CapacityHint.need(11, 1, 10)).isEqualTo(7);
        assertThat(CapacityHint.need(30, 2, 10)).isEqualTo(10);
        assertThat(CapacityHint.need(20, 20, 10)).isEqualTo(20);
        assertThat(CapacityHint.need(0, 0, 0)).isEqualTo(1);
    }

    @Test
    void leapWaitsForABusyMachineIfThatMakesLittleDifference() {
        var leap = new LeapPolicy(0.2, 1, 0, 0, 10);
        var ended = List.of(new Ended("short", 0, 10, 10), new Ended("long", 0, 10, 1_000));
        var chain = WorkGraph.of(List.of(List.of(), List.of(0)), List.of("short", "long"));
        var running = OwnerStage.workflow("r", WorkGraph.bag(1, "short"), new BitSet());
        var patient = OwnerStage.withPrices(1, 5)
                .busy("m", 0, new Running("r", 0, OwnerStage.NOON))
                .workflow(running)
                .workflow(OwnerStage.workflow("w", chain, new BitSet()));
        patient.ended.addAll(ended);
        // A second is little against the hundred that the workflow takes.
        assertThat(onlyWaiting(patient, leap).purchases()).isEmpty();
        var hasty = OwnerStage.withPrices(1, 5)
                .busy("m", 0, new Running("r", 0, OwnerStage.NOON))
                .workflow(running)
                .workflow(OwnerStage.workflow("w", WorkGraph.bag(1, "short"), new BitSet()));
        hasty.ended.addAll(ended);
        assertThat(onlyWaiting(hasty, leap).purchases()).singleElement().satisfies(purchase -> {
            assertThat(purchase.type()).isEqualTo(0);
            assertThat(purchase.why()).contains("would have to wait 1.0 s");
        });
    }

    private static OwnerPlan onlyWaiting(OwnerStage stage, OwnerPolicy policy) {
        var first = stage.workflows.getFirst();
        var runs = new BitSet();
        runs.set(0);
        stage.workflows.set(
                0,
                new SeenWorkflow(
                        first.id(),
                        first.priority(),
                        first.arrived(),
                        first.graph(),
                        new BitSet(),
                        runs,
                        first.runTimes()));
        return stage.decide(policy);
    }

    @Test
    void leapLetsAMachineGoOnlyWhenItsTimeIsOver() {
        var stage = OwnerStage.withPrices(1, 5)
                .idle("over", 0, OwnerStage.NOON, OwnerStage.NOON)
                .idle("paid", 0, OwnerStage.NOON.plusSeconds(1), OwnerStage.NOON);
        assertThat(stage.decide(LeapPolicy.DEFAULT).releases().stream().map(OwnerPlan.Release::machine))
                .containsExactly("over");
        // One of them is wanted: it stays, although its time is over.
        assertThat(stage.bag(2).decide(LeapPolicy.DEFAULT).releases()).isEmpty();
    }

    @Test
    void learnedRunTimesDrawSeldomSeenTypesTowardsTheKind() {
        var learned = LearnedRunTimes.nothing(2)
                .plus(List.of(new Ended("a", 0, 8, 80), new Ended("b", 0, 2, 2), new Ended("a", 1, 2, 40)));
        assertThat(learned.seconds("a")).isEqualTo(12);
        assertThat(learned.seconds("a", 0)).isEqualTo((80 + 24) / 10.0);
        assertThat(learned.seconds("a", 1)).isEqualTo((40 + 24) / 4.0);
        assertThat(learned.seconds("never seen")).isEqualTo(1);
        assertThat(learned.seen("a")).isEqualTo(10);
    }
}
