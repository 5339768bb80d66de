package io.tidewheel.experiments.faults;

import java.util.random.RandomGenerator;

/**
 * How hostile a world is. Chances are per message, per call of the store, or (for kills, pauses, cuts and jumps) per second of virtual time.
 */
public record FaultRates(
        double messageLost,
        double messageRepeated,
        double messageOvertakes,
        double longestDelaySeconds,
        double storeFailsBefore,
        double storeFailsAfter,
        double serverKilled,
        double agentKilled,
        double agentPaused,
        double connectionCut,
        double wallClockJumps) {
    public static final FaultRates NONE = new FaultRates(0, 0, 0, 0.002, 0, 0, 0, 0, 0, 0, 0);

    /** Whether an agent may be told that its report is known although nobody counts it. */
    boolean mayLoseReports() {
        return messageLost
                        + messageOvertakes
                        + connectionCut
                        + agentPaused
                        + serverKilled
                        + storeFailsBefore
                        + storeFailsAfter
                > 0;
    }

    /** A mix: each kind of fault is absent in some worlds, so that each is also seen alone. */
    static FaultRates draw(RandomGenerator random) {
        return new FaultRates(
                some(random, 0.1),
                some(random, 0.1),
                some(random, 0.1),
                0.001 + some(random, 3),
                some(random, 0.01),
                some(random, 0.01),
                some(random, 0.05),
                some(random, 0.05),
                some(random, 0.05),
                some(random, 0.1),
                some(random, 0.02));
    }

    FaultRates withNetwork(double lost, double repeated, double overtakes, double delaySeconds) {
        return new FaultRates(
                lost,
                repeated,
                overtakes,
                delaySeconds,
                storeFailsBefore,
                storeFailsAfter,
                serverKilled,
                agentKilled,
                agentPaused,
                connectionCut,
                wallClockJumps);
    }

    FaultRates withWallClockJumps(double often) {
        return new FaultRates(
                messageLost,
                messageRepeated,
                messageOvertakes,
                longestDelaySeconds,
                storeFailsBefore,
                storeFailsAfter,
                serverKilled,
                agentKilled,
                agentPaused,
                connectionCut,
                often);
    }

    private static double some(RandomGenerator random, double most) {
        return random.nextInt(3) == 0 ? 0 : random.nextDouble() * most;
    }
}
