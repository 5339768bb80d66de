package io.tidewheel.simulation.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidewheel.autoscaling.elastic.FixedFleet;
import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Money;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.simulation.workloads.Workload;
import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.TaskGraph.Task;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PolicySimulationTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final MachineType SMALL = MachineType.of("small", new Billing(money(1), MINUTE), 4);

    @Test
    void twoMachinesDoFourTasksInTwoRoundsAndArePaidForAWholeInterval() {
        var played = play(new FixedFleet(Map.of("small", 2)), SMALL, bag(4, 10));
        var workflow = played.workflows().getFirst();
        assertThat(workflow.firstStart()).isZero();
        assertThat(workflow.finish()).isEqualTo(20);
        assertThat(workflow.slowdown()).isEqualTo(2);
        var user = played.users().getFirst();
        assertThat(user.spent()).isEqualTo(2);
        assertThat(user.tasks()).isEqualTo(4);
        assertThat(user.underTime()).as("four want to run, then two").isEqualTo(0.5, within(1e-9));
        assertThat(user.underAmount()).isEqualTo(0.25, within(1e-9));
        assertThat(user.busy()).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void machinesThatBootLetWorkWaitForThem() {
        var slow = new MachineType("small", SMALL.billing(), 4, Duration.ofSeconds(25), 1);
        var workflow = play(new FixedFleet(Map.of("small", 1)), slow, bag(1, 10))
                .workflows()
                .getFirst();
        assertThat(workflow.waiting()).isEqualTo(25);
        assertThat(workflow.makespan()).isEqualTo(10);
    }

    @Test
    void aMachineThatIsKeptIsPaidAgainEveryInterval() {
        var played = play(new FixedFleet(Map.of("small", 1)), SMALL, bag(1, 150));
        assertThat(played.users().getFirst().spent()).isEqualTo(3);
        assertThat(played.users().getFirst().costs()).containsExactly(1.0, 1.0, 1.0);
    }

    @Test
    void aServersMachinesBootAndHaveSlotsAndDataTakesTime() {
        var type = new MachineType("small", SMALL.billing(), 4, Duration.ofSeconds(25), 2);
        var scenario = new FleetScenario(
                        new Workload("bag", 1, List.of(TimedWorkflow.of(bag(4, 10), 1))),
                        List.of(type),
                        MINUTE,
                        List.of(money(1)),
                        PolicyCatalogue.parse("leap"),
                        1,
                        FleetScenario.DispatchMode.FLEET)
                .with(new FleetScenario.Conditions(Duration.ZERO, 0, Duration.ofSeconds(1), 0));
        var workflow = PolicySimulation.play(scenario).workflows().getFirst();
        assertThat(workflow.waiting()).isCloseTo(25, within(0.2));
        assertThat(workflow.makespan()).as("two rounds on two slots").isEqualTo(22);
    }

    @ParameterizedTest
    @EnumSource(names = {"PLACEMENT", "FLEET"})
    void shortWorkflowsThatNeverEndDoNotKeepALongOneWaitingForEver(FleetScenario.DispatchMode mode) {
        assertThat(finishOfTheLongOne("leap:0.01,0.5,0.2,2,0", mode))
                .as("without a bound it is the last")
                .isGreaterThan(6_000);
        // It has six minutes to go, and is overdue after ten times as long; then it takes as long as it must.
        assertThat(finishOfTheLongOne("leap", mode)).isLessThan(10 * (60 + 300) + 300 + 60);
    }

    /** One machine for a workflow of five minutes, and others of ten seconds that come every ten seconds. */
    private static double finishOfTheLongOne(String policy, FleetScenario.DispatchMode mode) {
        var workflows = new ArrayList<TimedWorkflow>();
        workflows.add(TimedWorkflow.of(bag(5, 60), 1));
        for (int i = 0; i < 600; i++)
            workflows.add(TimedWorkflow.of(named("short", 1, 10), 1).arriving(5 + 10 * i, 0, 0));
        var scenario = new FleetScenario(
                new Workload("stream", 1, workflows),
                List.of(MachineType.of("small", SMALL.billing(), 1)),
                MINUTE,
                List.of(money(1)),
                PolicyCatalogue.parse(policy),
                1,
                mode);
        return PolicySimulation.play(scenario).workflows().stream()
                .filter(each -> each.tasks() == 5)
                .findFirst()
                .orElseThrow()
                .finish();
    }

    @Test
    void aBudgetForEachUserIsNeeded() {
        assertThatThrownBy(() -> new FleetScenario(
                        new Workload("of two", 2, List.of(TimedWorkflow.of(bag(1, 10), 2))),
                        FleetScenario.smallAndLarge(32, MINUTE),
                        MINUTE,
                        List.of(money(1)),
                        PolicyCatalogue.parse("pfa-ma"),
                        1,
                        FleetScenario.DispatchMode.PLACEMENT))
                .hasMessageContaining("1 budgets for 2 users");
    }

    private static ScenarioResult play(OwnerPolicy policy, MachineType type, TaskGraph graph) {
        return PolicySimulation.play(new FleetScenario(
                new Workload("test", 1, List.of(TimedWorkflow.of(graph, 1))),
                List.of(type),
                MINUTE,
                List.of(money(4)),
                policy,
                1,
                FleetScenario.DispatchMode.PLACEMENT));
    }

    private static TaskGraph bag(int tasks, double seconds) {
        return named("kind", tasks, seconds);
    }

    private static TaskGraph named(String kind, int tasks, double seconds) {
        return new TaskGraph(
                "bag",
                IntStream.range(0, tasks)
                        .mapToObj(i -> new Task("t" + i, kind, seconds, List.of(), List.of(), List.of()))
                        .toList());
    }

    private static Money money(int amount) {
        return new Money(BigDecimal.valueOf(amount));
    }
}
