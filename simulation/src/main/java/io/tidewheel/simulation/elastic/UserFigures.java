package io.tidewheel.simulation.elastic;

import java.util.List;

/**
 * How it went for a user, in the measures of the report.
 *
 * @param tasks how many tasks were done
 * @param underAmount by how much of all machines the supply fell short of the demand, averaged over time (a_U)
 * @param overAmount by how much it exceeded the demand (a_O)
 * @param underTime in which share of the time it fell short (t_U)
 * @param overTime in which share of the time it exceeded the demand (t_O)
 * @param busy how much of all machines worked for the user
 * @param reserved how much of all machines were reserved for the user
 * @param mostInWindow the most that was spent in any time as long as an interval; never more than the budget
 * @param costs what was spent in each interval
 */
public record UserFigures(
        double budget,
        long tasks,
        double underAmount,
        double overAmount,
        double underTime,
        double overTime,
        double busy,
        double reserved,
        double costPerInterval,
        double mostInWindow,
        double spent,
        double seconds,
        List<Double> costs) {
    /** Tasks per second and unit of budget: fairness is when users have the same. */
    public double throughputPerBudget() {
        return seconds == 0 || budget == 0 ? 0 : tasks / seconds / budget;
    }
}
