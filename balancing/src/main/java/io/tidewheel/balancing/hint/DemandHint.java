package io.tidewheel.balancing.hint;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;

/**
 * A hint that asks for as many slots as there is work for: one for each partition that runs, one for each that a target time needs, and
 * of the others so many that they are through in two scale times. It grows at once and shrinks by a fifth per scale time, never below
 * what runs.
 *
 * @param shrunk when it last became smaller
 * @param wanted how many slots it asks for
 */
public record DemandHint(Duration scaleTime, Instant shrunk, double wanted, String requiredCapacity, String why)
        implements ScaleHint {
    private static final double KEPT = 0.8;
    private static final int DIGITS = 6;

    public static DemandHint first(Duration scaleTime, Instant now) {
        return new DemandHint(scaleTime, now, 0, "-1", "no site has called yet");
    }

    @Override
    public DemandHint looked(SiteCapacity capacity, SiteDemand demand, Instant now) {
        if (capacity.mostSlots() == 0) return new DemandHint(scaleTime, shrunk, wanted, "-1", "no site is active");
        double need = Math.max(1, (double) (demand.running() + demand.urgent()) + patient(demand));
        // Sites take their time to follow: what was asked for counts, not what they still have on.
        double before = Math.min(wanted > 0 ? wanted : (double) capacity.slots(), (double) capacity.mostSlots());
        boolean smaller = need < before;
        boolean mayShrink = !shrunk.plus(scaleTime).isAfter(now);
        double next = smaller ? mayShrink ? Math.max(need, KEPT * before) : before : need;
        var because = "running: %d, waiting with a target time: %d, waiting without one: %d"
                .formatted(demand.running(), demand.urgent(), demand.patient());
        return new DemandHint(
                scaleTime, smaller && mayShrink ? now : shrunk, next, fraction(next, capacity.mostSlots()), because);
    }

    /** Work without a target is done one after the other, within the time in which another size would take effect twice. */
    private double patient(SiteDemand demand) {
        if (demand.usualTime().isZero()) return (double) demand.patient();
        double slots =
                (double) demand.patient() * ((double) demand.usualTime().toMillis() / (2 * scaleTime.toMillis()));
        return Math.min((double) demand.patient(), Math.ceil(slots));
    }

    private static String fraction(double slots, long mostSlots) {
        var fraction = Math.min(1, slots / mostSlots);
        return new BigDecimal(fraction)
                .setScale(DIGITS, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    @Override
    public DemandHint dispatched(int partitions) {
        return this;
    }
}
