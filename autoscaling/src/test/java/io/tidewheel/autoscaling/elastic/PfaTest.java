package io.tidewheel.autoscaling.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Release;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PfaTest {
    private static final WorkGraph TWELVE = OwnerStage.graph(OwnerStage.TWELVE);
    private static final OwnerPolicy MOVING = new PfaMovingAverage(2, PfaOptions.LITERAL);
    private static final OwnerPolicy FADING = new PfaExponential(0.7, PfaOptions.LITERAL);

    private final OwnerStage stage = OwnerStage.withPrices(1, 5);

    @Test
    void sharesFollowTheThroughputOfTheLastIntervals() {
        interval(MOVING, 0, 0, 0, 0, "", "0.5 : 0.5", 9, 5, 5);
        interval(MOVING, 6, 4, 0, 4, "ab", "0.5 : 0.5", 12, 6, 6);
        interval(MOVING, 9, 6, 3, 2, "abc", "0.75 : 0.25", 14, 11, 4);
        interval(MOVING, 0, 6, 0, 2, "abc", "0.75 : 0.25", 14, 11, 4);
        interval(MOVING, 8, 4, 8, 2, "abcde", "0.417 : 0.583", 8, 4, 5);
        interval(MOVING, 2, 4, 5, 2, "abcdefg", "0.25 : 0.75", 6, 2, 5);
    }

    @Test
    void thePastFadesInTheExponentialForm() {
        interval(FADING, 0, 0, 0, 0, "", "0.5 : 0.5", 9, 5, 5);
        interval(FADING, 6, 4, 0, 4, "ab", "0.5 : 0.5", 12, 6, 6);
        interval(FADING, 9, 6, 3, 2, "abc", "0.5 : 0.5", 4, 2, 2);
        interval(FADING, 0, 6, 0, 2, "abc", "0.5 : 0.5", 9, 5, 5);
        interval(FADING, 8, 4, 8, 2, "abcde", "0.45 : 0.55", 4, 2, 3);
        assertThat(((PfaExponential.Averages) stage.memory).throughput().orElseThrow())
                .isCloseTo(1.5825, org.assertj.core.data.Offset.offset(1e-9));
    }

    private void interval(
            OwnerPolicy policy,
            int onSmall,
            int small,
            int onLarge,
            int large,
            String finished,
            String shares,
            int demand,
            int wantedSmall,
            int wantedLarge) {
        stage.ended.clear();
        stage.workflows.clear();
        stage.completed(0, onSmall, small).completed(1, onLarge, large);
        for (var copy : List.of("1", "2", "3"))
            stage.workflow(OwnerStage.workflow(copy, TWELVE, OwnerStage.tasks(TWELVE, finished)));
        var plan = stage.decide(policy);
        assertThat(plan.why()).startsWith("shares %s:".formatted(shares)).contains(" %d machine".formatted(demand));
        assertThat(plan.targets()).isEqualTo(List.of(wantedSmall, wantedLarge));
        assertThat(plan.limit()).isEqualTo(Limit.DEMAND);
    }

    @Test
    void whatIsMissingIsBoughtInTurnTheCheapestFirst() {
        var plan = stage.bag(4).decide(MOVING);
        assertThat(plan.targets()).isEqualTo(List.of(2, 2));
        assertThat(plan.purchases().stream().map(OwnerPlan.Purchase::type)).containsExactly(0, 1, 0, 1);
        assertThat(plan.purchases().getFirst().why()).contains("something to do for 4 machines");
    }

    @Test
    void idleMachinesGoWhenTheirTimeIsOverTheLongestIdleFirst() {
        stage.idle("m-1", 0, stage.now, stage.now.minusSeconds(10))
                .idle("m-2", 0, stage.now, stage.now.minusSeconds(30))
                .idle("m-3", 0, stage.now.plusSeconds(1), stage.now.minusSeconds(50))
                .busy("m-4", 0);
        var plan = stage.decide(MOVING);
        assertThat(plan.limit()).isEqualTo(Limit.NO_WORK);
        assertThat(plan.releases().stream().map(Release::machine)).containsExactly("m-2", "m-1");
        assertThat(plan.releases().getFirst().why()).contains("idle for 30s");
    }

    @Test
    void aBusyMachineIsKeptWhateverIsWantedAndItsMoneyIsNotSpentTwice() {
        stage.budget(10).busy("m-1", 1).bag(100);
        var plan = stage.decide(new PfaMovingAverage(2, PfaOptions.DEFAULT));
        assertThat(plan.limit()).isEqualTo(Limit.BUDGET);
        assertThat(stage.costAfter(plan)).isEqualTo(OwnerStage.money(10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pfa-ma", "pfa-ewma", "plf", "scf", "leap"})
    void aBudgetThatBuysNothingIsSaid(String name) {
        var plan = stage.budget(0.5).bag(3).decide(PolicyCatalogue.parse(name));
        assertThat(plan.purchases()).isEmpty();
        assertThat(plan.limit()).isEqualTo(Limit.BUDGET_TOO_SMALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pfa-ma", "pfa-ewma", "plf", "scf", "leap"})
    void aTypeThatCostsNothingIsRefused(String name) {
        var free = OwnerStage.withPrices(0, 5).bag(3);
        assertThatThrownBy(() -> free.decide(PolicyCatalogue.parse(name)))
                .hasMessageContaining("small costs nothing")
                .hasMessageContaining("give it a price");
    }

    @Test
    void wordsAfterTheNumberChooseAnotherForm() {
        assertThat(PolicyCatalogue.parse("pfa-ma")).isEqualTo(new PfaMovingAverage(10, PfaOptions.DEFAULT));
        assertThat(PolicyCatalogue.parse("pfa-ma:20:literal")).isEqualTo(new PfaMovingAverage(20, PfaOptions.LITERAL));
        assertThat(PolicyCatalogue.parse("pfa-ma:literal")).isEqualTo(new PfaMovingAverage(10, PfaOptions.LITERAL));
        assertThat(PolicyCatalogue.parse("pfa-ewma:0.8:smooth:hold"))
                .isEqualTo(new PfaExponential(0.8, new PfaOptions(true, true, true)));
        for (var wrong :
                List.of("pfa-ma:20:smooth", "pfa-ma:litteral", "pfa-ma:20:", "pfa-ma::literal", "pfa-ewma:0.8:0.9"))
            assertThatThrownBy(() -> PolicyCatalogue.parse(wrong)).as(wrong).hasMessageContaining("pfa-");
    }

    @Test
    void thePrintedFormAsksForMoreThanThereIsAndLeavesTheMoney() {
        stage.free.set(0, 3);
        var literal = stage.bag(50).decide(PolicyCatalogue.parse("pfa-ma:literal"));
        assertThat(literal.targets().getFirst()).isGreaterThan(3);
        assertThat(stage.costAfter(literal)).isLessThan(stage.costAfter(stage.decide(PolicyCatalogue.parse("pfa-ma"))));
    }

    @Test
    void theSystemHasOnlySoMany() {
        stage.free.set(0, 3);
        stage.free.set(1, 2);
        var plan = stage.bag(50).decide(new PfaMovingAverage(10, PfaOptions.DEFAULT));
        assertThat(plan.targets()).isEqualTo(List.of(3, 2));
        assertThat(plan.limit()).isEqualTo(Limit.SYSTEM);
    }

    @Test
    void typesThatHaveChangedMakeItForgetTheOldOnes() {
        stage.completed(0, 5, 1).bag(9).decide(MOVING);
        var other = OwnerStage.withPrices(1, 2, 3).bag(9);
        other.memory = stage.memory;
        assertThat(other.decide(MOVING).targets()).hasSize(3);
    }

    @Test
    void machinesOfSeveralSlotsAreFewer() {
        stage.types.replaceAll(type -> new MachineType(type.name(), type.billing(), type.limit(), Duration.ZERO, 4));
        assertThat(stage.bag(16).decide(MOVING).targets()).isEqualTo(List.of(2, 2));
    }
}
