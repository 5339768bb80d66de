package io.tidewheel.simulation.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.TaskGraph.Task;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimedWorkflowTest {
    @Test
    void theIdealTimeIsTheLongestWayOnTheFastestMachines() {
        var graph =
                new TaskGraph("two ways", List.of(task("last", 2, "long", "short"), task("long", 5), task("short", 1)));
        assertThat(TimedWorkflow.of(graph, 2).ideal()).isEqualTo(7);
    }

    private static Task task(String id, double seconds, String... parents) {
        return new Task(id, "kind", seconds, List.of(), List.of(), List.of(parents));
    }
}
