package io.tidewheel.autoscaling.elastic;

/**
 * Where PFA may depart from its printed form.
 *
 * @param capAware asks for no more machines of a type than the system has, so that the money goes to other types instead of staying unspent
 * @param smoothDemand (exponential form) the demand follows the smoothed throughput instead of that of the last interval
 * @param hold (exponential form) the shares stay as they are after an interval in which nothing was completed at all
 */
public record PfaOptions(boolean capAware, boolean smoothDemand, boolean hold) {
    public static final PfaOptions LITERAL = new PfaOptions(false, false, false);
    public static final PfaOptions DEFAULT = new PfaOptions(true, false, false);
}
