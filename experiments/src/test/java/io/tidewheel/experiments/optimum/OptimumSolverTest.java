package io.tidewheel.experiments.optimum;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.TaskGraph.Task;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptimumSolverTest {
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

    /** Four tasks of a slot, and then one: two machines need two slots for the four, one machine four. */
    private static final OptimumInstance FORK = new OptimumInstance(
            List.of(TimedWorkflow.of(
                    new TaskGraph(
                            "fork", List.of(task("a"), task("b"), task("c"), task("d"), task("e", "a", "b", "c", "d"))),
                    1)),
            5,
            3,
            new int[] {4},
            new int[] {1});

    @Test
    void withEnoughMoneyNothingIsLate() {
        var found = OptimumSolver.solve(FORK, 4, 9, LONG_ENOUGH, 1, 1, Optional.empty())
                .orElseThrow();
        assertThat(found.proven()).isTrue();
        assertThat(found.objective()).isZero();
        assertThat(found.finishes()).containsExactly(10);
    }

    @Test
    void withLessMoneyItIsLateByWhatMustBe() {
        var found = OptimumSolver.solve(FORK, 2, 9, LONG_ENOUGH, 1, 1, Optional.empty())
                .orElseThrow();
        assertThat(found.finishes()).containsExactly(15);
        assertThat(found.objective())
                .as("one slot late, and one for being late")
                .isEqualTo(2);
        assertThat(found.bound()).isEqualTo(2);
        assertThat(Arrays.stream(found.costs()).max()).hasValue(2);
        assertThat(FORK.objective(found.finishes())).isEqualTo(2);
    }

    @Test
    void whatCannotBeDoneInTimeHasNoSchedule() {
        assertThat(OptimumSolver.solve(FORK, 1, 3, LONG_ENOUGH, 1, 1, Optional.empty()))
                .isEmpty();
    }

    @Test
    void theInstanceIsLikeThatOfTheReport() {
        var instance = OptimumInstance.paper(1);
        assertThat(instance.workflows()).hasSize(5);
        assertThat(instance.tasks()).isBetween(180, 220);
    }

    private static Task task(String id, String... parents) {
        return new Task(id, "kind", 5, List.of(), List.of(), List.of(parents));
    }
}
