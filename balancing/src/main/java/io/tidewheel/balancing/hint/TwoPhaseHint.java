package io.tidewheel.balancing.hint;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;

/**
 * TaScaaS's own rule, number for number. For one scale time partitions that are handed out are counted; then the hint is computed from that and
 * from the queue; then for another scale time the sites are left to change their size.
 *
 * @param resumed when counting began
 * @param counted partitions handed out since
 * @param scaling whether the sites are being given time to change
 */
public record TwoPhaseHint(
        Duration scaleTime, Instant resumed, long counted, boolean scaling, String requiredCapacity, String why)
        implements ScaleHint {
    private static final String UNKNOWN = "-1";
    private static final String NO_SITES = "-1.0";
    private static final MathContext DIGITS = new MathContext(28, RoundingMode.HALF_EVEN);

    public static TwoPhaseHint first(Duration scaleTime, Instant now) {
        return new TwoPhaseHint(scaleTime, now, 0, false, UNKNOWN, "nothing has been counted yet");
    }

    @Override
    public TwoPhaseHint looked(SiteCapacity capacity, SiteDemand demand, Instant now) {
        if (!scaling && resumed.plus(scaleTime).isBefore(now)) {
            var text = fraction(capacity, counted, demand.queued());
            var because = "slots on: %d of at most %d, partitions handed out: %d, waiting: %d"
                    .formatted(capacity.slots(), capacity.mostSlots(), counted, demand.queued());
            return new TwoPhaseHint(scaleTime, resumed, 0, true, text, because);
        }
        if (scaling && resumed.plus(scaleTime.multipliedBy(2)).isBefore(now)) {
            return new TwoPhaseHint(scaleTime, now, counted, false, requiredCapacity, why);
        }
        return this;
    }

    @Override
    public TwoPhaseHint dispatched(int partitions) {
        return scaling
                ? this
                : new TwoPhaseHint(scaleTime, resumed, counted + partitions, false, requiredCapacity, why);
    }

    static String fraction(SiteCapacity capacity, long dispatched, long queued) {
        if (capacity.mostSlots() == 0) return NO_SITES;
        // The double is written out in full before it is divided: so the original comes to its 28 digits.
        return new BigDecimal(need((double) capacity.slots(), (double) dispatched, (double) queued))
                .divide(BigDecimal.valueOf(capacity.mostSlots()), DIGITS)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static double need(double slots, double dispatched, double queued) {
        if (dispatched == 0) return queued == 0 ? Math.max(0.8 * slots, 1) : slots + queued;
        if (queued <= slots / 10) return dispatched > slots ? Math.max(0.7 * slots, 1) : slots;
        double ratio = queued / dispatched;
        return ratio > 0.10 ? Math.max(1, slots * (1 + ratio)) : slots;
    }
}
