package io.tidewheel.experiments.tascaas;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What came of a job.
 *
 * @param began the second of its first start, from which its target counts
 * @param enough the second at which the results that were asked for were there; negative if they never were
 * @param ended when its last result was stored
 * @param executed iterations that were really done, also by those who died
 * @param uploaded iterations in stored results
 * @param started how many programs were started for it
 * @param over false if it had not come to its end when the simulation was given up
 */
public record SimJobResult(
        SimJobSpec plan,
        long began,
        long enough,
        long ended,
        long executed,
        long uploaded,
        int started,
        int mostAtWork,
        boolean over,
        List<ProgramExchange> said,
        List<Moment> moments) {
    /**
     * How it stood.
     *
     * @param estimate seconds to go, as the balancer saw it
     */
    public record Moment(long second, int atWork, int waiting, OptionalDouble estimate) {}

    public SimJobResult {
        said = List.copyOf(said);
        moments = List.copyOf(moments);
    }

    /** How many seconds it took from the first start to the last result. */
    public long seconds() {
        return ended - began;
    }

    /**
     * How many seconds it took from the first start until enough results were there: what the target is about. Until the last one if that
     * was not enough.
     */
    public long secondsToEnough() {
        return enough < 0 ? seconds() : enough - began;
    }

    public double executedOver() {
        return (double) executed / plan.iterations();
    }

    public double uploadedOver() {
        return (double) uploaded / plan.iterations();
    }

    public boolean inTime() {
        return enough >= 0 && secondsToEnough() <= plan.target();
    }

    public boolean isShort() {
        return enough < 0;
    }
}
