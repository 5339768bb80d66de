package io.tidewheel.simulation.elastic;

import java.util.List;

/**
 * What came of a scenario.
 *
 * @param samples how things stood at moments that are equally far apart
 * @param decisionNanos how long each decision of the policy took
 * @param refused what policies wanted and was not done: it would have broken a budget, or let a machine go that worked
 * @param events how many steps the simulation took
 * @param failures how many machines failed by themselves
 */
@SuppressWarnings("ArrayRecordComponent") // many numbers, never compared as a whole, and nobody changes them
public record ScenarioResult(
        List<WorkflowFigures> workflows,
        List<UserFigures> users,
        List<Sample> samples,
        long[] decisionNanos,
        List<String> refused,
        long events,
        long failures) {
    /** How things stood at a moment. Lists are by user. */
    public record Sample(
            double seconds,
            List<Integer> demand,
            List<Integer> supply,
            List<Integer> busy,
            List<List<Integer>> byType) {}

    public double[] slowdowns() {
        return workflows.stream()
                .mapToDouble(WorkflowFigures::slowdown)
                .sorted()
                .toArray();
    }

    public double meanSlowdown() {
        return workflows.stream()
                .mapToDouble(WorkflowFigures::slowdown)
                .average()
                .orElse(1);
    }

    /** What was spent per interval and user, averaged over users. */
    public double costPerInterval() {
        return users.stream()
                .mapToDouble(UserFigures::costPerInterval)
                .average()
                .orElse(0);
    }

    /** When the last workflow was finished. */
    public double seconds() {
        return workflows.stream().mapToDouble(WorkflowFigures::finish).max().orElse(0);
    }

    /** Jain's index over what users get for their budgets: 1 is fair. */
    public double fairness() {
        double sum = 0;
        double squares = 0;
        for (var user : users) {
            sum += user.throughputPerBudget();
            squares += user.throughputPerBudget() * user.throughputPerBudget();
        }
        return squares == 0 ? 1 : sum * sum / (users.size() * squares);
    }
}
