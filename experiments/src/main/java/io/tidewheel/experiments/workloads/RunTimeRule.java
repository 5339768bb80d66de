package io.tidewheel.experiments.workloads;

import io.tidewheel.simulation.workloads.TimedWorkflow;
import java.util.random.RandomGenerator;

/** How the PFA report makes run times on two types of machines, Small and Large, out of one. */
public enum RunTimeRule {
    /** Either type may be the slower one for a task, by up to a half. */
    WORKLOAD_I(1.5) {
        @Override
        double[] draw(double base, RandomGenerator random) {
            double slower = slower(base, random);
            return random.nextBoolean() ? new double[] {base, slower} : new double[] {slower, base};
        }
    },
    /** Small is the slower one for every task, by up to twice. */
    WORKLOAD_II(2) {
        @Override
        double[] draw(double base, RandomGenerator random) {
            return new double[] {slower(base, random), base};
        }
    };

    private static final double SHORTER_BY = 30;
    private final double slowest;

    RunTimeRule(double slowest) {
        this.slowest = slowest;
    }

    /** Rule 1 or 2. */
    public static RunTimeRule of(int number) {
        return switch (number) {
            case 1 -> WORKLOAD_I;
            case 2 -> WORKLOAD_II;
            default -> throw new IllegalArgumentException("there are the workloads 1 and 2, not " + number);
        };
    }

    /** The seconds a task takes on Small and on Large. */
    abstract double[] draw(double base, RandomGenerator random);

    double slower(double base, RandomGenerator random) {
        return Math.ceil(base * random.nextDouble(1, slowest));
    }

    /** The workflow with the report's run times: a thirtieth of the published ones, whole seconds, at least one. */
    public TimedWorkflow apply(TimedWorkflow published, RandomGenerator random) {
        return apply(published, SHORTER_BY, random);
    }

    /** The published workflow with run times after this rule, with another factor than the usual one. */
    public TimedWorkflow apply(TimedWorkflow published, double shorterBy, RandomGenerator random) {
        var seconds = new double[2][published.size()];
        for (int i = 0; i < published.size(); i++) {
            var both = draw(Math.max(1, Math.rint(published.seconds(0, i) / shorterBy)), random);
            seconds[0][i] = both[0];
            seconds[1][i] = both[1];
        }
        return published.taking(seconds);
    }
}
