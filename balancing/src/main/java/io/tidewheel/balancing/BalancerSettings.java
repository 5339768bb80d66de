package io.tidewheel.balancing;

import java.time.Duration;

/**
 * How the programs of a job behave, and how careful the balancer is with them.
 *
 * @param silentAfter a part that says nothing for so long is lost, until it is heard again
 * @param uploadWithin a finished part whose result is not there by then is lost, until it is
 * @param deafBefore with no more than this to do, a program goes on to the number it has, whatever it is told
 * @param margin this fraction of a part's open work is given out twice while others live, because they may stop short
 * @param smoothing how much of a new speed goes into the estimate: 1 is all
 */
public record BalancerSettings(
        Duration silentAfter, Duration uploadWithin, Duration deafBefore, double margin, double smoothing) {
    private static final Duration SHORTEST_UPLOAD = Duration.ofMinutes(2);

    public BalancerSettings {
        if (silentAfter.isNegative() || uploadWithin.isNegative() || deafBefore.isNegative()) {
            throw new IllegalArgumentException(
                    "times are not negative: %s, %s, %s".formatted(silentAfter, uploadWithin, deafBefore));
        }
        if (!(margin >= 0 && margin <= 1) || !(smoothing > 0 && smoothing <= 1)) {
            throw new IllegalArgumentException(
                    "margin %s and smoothing %s lie within 0 and 1".formatted(margin, smoothing));
        }
    }

    /** Programs on RUPER-LB's client library: they stop at their number for good, and near it they no longer listen. */
    public static BalancerSettings ofTascaasClients(Duration reportEvery) {
        return new BalancerSettings(
                reportEvery.multipliedBy(2), longer(reportEvery.multipliedBy(2)), reportEvery.dividedBy(2), 0.01, 0.6);
    }

    /** Programs that listen to the last. */
    public static BalancerSettings ofListeners(Duration reportEvery) {
        return new BalancerSettings(
                reportEvery.multipliedBy(2), longer(reportEvery.multipliedBy(2)), Duration.ZERO, 0.01, 0.6);
    }

    private static Duration longer(Duration time) {
        return time.compareTo(SHORTEST_UPLOAD) < 0 ? SHORTEST_UPLOAD : time;
    }
}
