package io.tidewheel.experiments.pfa;

import io.tidewheel.simulation.elastic.ScenarioResult;
import io.tidewheel.simulation.elastic.UserFigures;
import io.tidewheel.simulation.elastic.WorkflowFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What came of a trial, over all of its repetitions.
 *
 * @param slowdowns of all workflows, ascending
 * @param costs of each user in each interval
 * @param decisionNanos how long each decision took, ascending
 * @param mostOfBudget the most that was spent of a budget in any time as long as an interval: 1 is all of it
 * @param example one of the repetitions, for pictures over time
 */
@SuppressWarnings("ArrayRecordComponent") // many numbers, never compared as a whole, and nobody changes them
public record TrialSummary(
        PolicyTrial trial,
        double[] slowdowns,
        List<double[]> slowdownsByUser,
        double[] costs,
        double underAmount,
        double overAmount,
        double underTime,
        double overTime,
        double busy,
        double reserved,
        double costPerInterval,
        List<Double> costByUser,
        double fairness,
        double mostOfBudget,
        int refused,
        long[] decisionNanos,
        ScenarioResult example) {

    static TrialSummary of(PolicyTrial trial, List<ScenarioResult> played) {
        int users = trial.budgets().size();
        var byUser = new ArrayList<double[]>();
        var costByUser = new ArrayList<Double>();
        for (int i = 0; i < users; i++) {
            int user = i;
            byUser.add(played.stream()
                    .flatMap(each -> each.workflows().stream())
                    .filter(workflow -> workflow.user() == user)
                    .mapToDouble(WorkflowFigures::slowdown)
                    .sorted()
                    .toArray());
            costByUser.add(played.stream()
                    .mapToDouble(each -> each.users().get(user).costPerInterval())
                    .average()
                    .orElse(0));
        }
        return new TrialSummary(
                trial,
                played.stream()
                        .flatMapToDouble(each -> Arrays.stream(each.slowdowns()))
                        .sorted()
                        .toArray(),
                List.copyOf(byUser),
                played.stream()
                        .flatMap(each -> each.users().stream())
                        .flatMapToDouble(user -> user.costs().stream().mapToDouble(Double::doubleValue))
                        .toArray(),
                mean(played, UserFigures::underAmount),
                mean(played, UserFigures::overAmount),
                mean(played, UserFigures::underTime),
                mean(played, UserFigures::overTime),
                mean(played, UserFigures::busy) * users,
                mean(played, UserFigures::reserved) * users,
                mean(played, UserFigures::costPerInterval),
                List.copyOf(costByUser),
                played.stream().mapToDouble(ScenarioResult::fairness).average().orElse(1),
                played.stream()
                        .flatMap(each -> each.users().stream())
                        .mapToDouble(user -> user.mostInWindow() / user.budget())
                        .max()
                        .orElse(0),
                played.stream().mapToInt(each -> each.refused().size()).sum(),
                played.stream()
                        .flatMapToLong(each -> Arrays.stream(each.decisionNanos()))
                        .sorted()
                        .toArray(),
                played.getFirst());
    }

    private static double mean(List<ScenarioResult> played, ToDoubleFunction<UserFigures> figure) {
        return played.stream()
                .flatMap(each -> each.users().stream())
                .mapToDouble(figure)
                .average()
                .orElse(0);
    }

    public String policy() {
        return trial.contestant().name();
    }

    public double meanSlowdown() {
        return Arrays.stream(slowdowns).average().orElse(1);
    }

    public double medianSlowdown() {
        return quantile(slowdowns, 0.5);
    }

    public double slowdownAt(double share) {
        return quantile(slowdowns, share);
    }

    public double medianDecisionMillis() {
        return decisionNanos.length == 0 ? 0 : decisionNanos[decisionNanos.length / 2] / 1e6;
    }

    /** The value below which a share of the values lies, of values that ascend. */
    static double quantile(double[] ascending, double share) {
        if (ascending.length == 0) return 0;
        double place = share * (ascending.length - 1);
        int below = (int) place;
        int above = Math.min(ascending.length - 1, below + 1);
        return ascending[below] + (ascending[above] - ascending[below]) * (place - below);
    }
}
