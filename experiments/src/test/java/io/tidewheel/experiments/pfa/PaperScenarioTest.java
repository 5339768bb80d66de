package io.tidewheel.experiments.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.experiments.workloads.PaperWorkloads;
import io.tidewheel.experiments.workloads.RunTimeRule;
import io.tidewheel.model.Money;
import io.tidewheel.simulation.elastic.FleetScenario;
import io.tidewheel.simulation.elastic.PolicySimulation;
import io.tidewheel.simulation.elastic.UserFigures;
import io.tidewheel.simulation.workloads.Workload;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies on a set of the report's workflows, simulated in each way. */
class PaperScenarioTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int SOME = 30;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pfa-ma",
                "pfa-ewma",
                "plf",
                "plf:fast",
                "scf",
                "scf:fast",
                "leap",
                "on-demand",
                "queue-growth",
                "hint"
            })
    void everyPolicyFinishesASetWithinItsBudgets(String policy) {
        var played = PolicySimulation.play(paper(PolicyCatalogue.parse(policy), FleetScenario.DispatchMode.PLACEMENT));
        assertThat(played.workflows()).hasSize(200);
        assertThat(played.users())
                .allSatisfy(user -> assertThat(user.mostInWindow()).isLessThanOrEqualTo(100));
        assertThat(played.workflows())
                .allSatisfy(each -> assertThat(each.slowdown()).isGreaterThanOrEqualTo(1 - 1e-9));
        assertThat(played.users().stream().mapToLong(UserFigures::tasks).sum())
                .isEqualTo(PaperWorkloads.paper(RunTimeRule.WORKLOAD_I, 0, 1).tasks());
    }

    @Test
    void theSameSeedGivesTheSameFigures() {
        var once = PolicySimulation.play(paper(PolicyCatalogue.parse("leap"), FleetScenario.DispatchMode.PLACEMENT));
        var again = PolicySimulation.play(paper(PolicyCatalogue.parse("leap"), FleetScenario.DispatchMode.PLACEMENT));
        assertThat(again.workflows()).isEqualTo(once.workflows());
        assertThat(again.users()).isEqualTo(once.users());
    }

    @Test
    void theWholeEngineDoesTheSameAsItsPlacementAlone() {
        var policy = PolicyCatalogue.parse("pfa-ma");
        var placement = PolicySimulation.play(paper(policy, FleetScenario.DispatchMode.PLACEMENT));
        var engine = PolicySimulation.play(paper(policy, FleetScenario.DispatchMode.ENGINE));
        assertThat(engine.workflows()).hasSize(200);
        assertThat(engine.meanSlowdown()).isCloseTo(placement.meanSlowdown(), within(0.05));
        assertThat(engine.costPerInterval()).isCloseTo(placement.costPerInterval(), within(1.0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pfa-ma", "plf", "leap"})
    void machinesThatFailBreakNeitherTheBudgetNorTheWork(String policy) {
        var scenario = paper(PolicyCatalogue.parse(policy), FleetScenario.DispatchMode.ENGINE)
                .withFailures(Duration.ofMinutes(10));
        var played = PolicySimulation.play(scenario);
        assertThat(played.failures()).isGreaterThan(50);
        assertThat(played.workflows()).hasSize(200);
        assertThat(played.users())
                .allSatisfy(user -> assertThat(user.mostInWindow()).isLessThanOrEqualTo(100));
    }

    @Test
    void theWholeServerDoesAsWellAsThePolicyAlone() {
        var policy = PolicyCatalogue.parse("leap");
        var alone = PolicySimulation.play(some(policy, FleetScenario.DispatchMode.PLACEMENT));
        var server = PolicySimulation.play(some(policy, FleetScenario.DispatchMode.FLEET));
        assertThat(server.workflows()).hasSize(SOME);
        assertThat(server.meanSlowdown()).isCloseTo(alone.meanSlowdown(), within(0.15));
        assertThat(server.costPerInterval()).isCloseTo(alone.costPerInterval(), within(5.0));
        assertThat(server.users())
                .allSatisfy(user -> assertThat(user.mostInWindow()).isLessThanOrEqualTo(100));
        assertThat(PolicySimulation.play(some(policy, FleetScenario.DispatchMode.FLEET))
                        .workflows())
                .isEqualTo(server.workflows());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pfa-ma", "leap"})
    void aCloudThatRefusesAndMachinesThatFailBreakNeitherTheBudgetNorTheWorkOfAServer(String policy) {
        var hard = new FleetScenario.Conditions(Duration.ofMinutes(5), 0.1, Duration.ofMillis(200), 50e6);
        var played = PolicySimulation.play(some(PolicyCatalogue.parse(policy), FleetScenario.DispatchMode.FLEET)
                .with(hard));
        assertThat(played.failures()).isGreaterThan(5);
        assertThat(played.workflows()).hasSize(SOME);
        assertThat(played.users())
                .allSatisfy(user -> assertThat(user.mostInWindow()).isLessThanOrEqualTo(100));
    }

    /** The first workflows of a set: enough to see how it goes. */
    private static FleetScenario some(OwnerPolicy policy, FleetScenario.DispatchMode mode) {
        var all = paper(policy, mode);
        var first = all.workload().workflows().subList(0, SOME);
        return new FleetScenario(
                new Workload("some", 2, first), all.types(), MINUTE, all.budgets(), policy, all.seed(), mode);
    }

    private static FleetScenario paper(OwnerPolicy policy, FleetScenario.DispatchMode mode) {
        return new FleetScenario(
                PaperWorkloads.paper(RunTimeRule.WORKLOAD_I, 0, 1),
                FleetScenario.smallAndLarge(32, MINUTE),
                MINUTE,
                List.of(money(100), money(100)),
                policy,
                1,
                mode);
    }

    private static Money money(int amount) {
        return new Money(BigDecimal.valueOf(amount));
    }
}
