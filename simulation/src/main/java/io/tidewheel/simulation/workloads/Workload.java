package io.tidewheel.simulation.workloads;

import java.util.Comparator;
import java.util.List;

/**
 * Workflows in the order in which they arrive.
 *
 * @param users how many users there are; each workflow belongs to one of them
 */
public record Workload(String name, int users, List<TimedWorkflow> workflows) {
    public Workload {
        workflows = workflows.stream()
                .sorted(Comparator.comparingDouble(TimedWorkflow::arrival))
                .toList();
    }

    public int tasks() {
        return workflows.stream().mapToInt(TimedWorkflow::size).sum();
    }
}
