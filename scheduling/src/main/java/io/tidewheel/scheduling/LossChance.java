package io.tidewheel.scheduling;

import java.time.Duration;

/**
 * How likely it is that so many agents were lost with a chain by chance. If agents are lost at random, whatever they run, then each loss meets the chain
 * as often as its time at work is part of the time of all agents: a chain that is at work for a hundredth of it is there at one loss of a hundred.
 */
public final class LossChance {
    /** What happens less often by chance is not taken for chance. */
    public static final double IMPROBABLE = 1e-6;

    /**
     * Agents are taken to have been watched for so long more, without a loss. After a start nearly nothing has been seen yet, and what a task does in an
     * instant would else be a large part of it.
     */
    static final Duration BEGINNING = Duration.ofMinutes(1);

    private LossChance() {}

    /**
     * The chance that of all losses at least so many meet the chain.
     *
     * @param with how many agents were lost while the chain was at work there
     * @param atWork for how long it was at work on all of them together
     * @param without how many agents were lost without it
     * @param watched for how long all agents together were there
     */
    public static double of(int with, Duration atWork, int without, Duration watched) {
        if (with <= 0) return 1;
        int all = with + without;
        double share = (double) atWork.toMillis()
                / watched.plus(BEGINNING).plus(atWork).toMillis();
        if (share <= 0) return 0;
        if (all * share >= with) return 1;
        double logarithm = with * Math.log(share) + without * Math.log1p(-share);
        for (int i = 1; i <= with; i++) logarithm += Math.log((without + i) / (double) i);
        double term = Math.exp(logarithm);
        double sum = 0;
        for (int met = with; met <= all && term > sum * 1e-9; met++) {
            sum += term;
            term *= (all - met) / (met + 1.0) * share / (1 - share);
        }
        return Math.min(1, sum);
    }
}
