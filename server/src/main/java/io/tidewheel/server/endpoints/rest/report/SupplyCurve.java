package io.tidewheel.server.endpoints.rest.report;

import io.tidewheel.autoscaling.elastic.Elasticity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How many slots there were and how many chains wanted one, in the course of time. Both are constant between steps. Pure.
 *
 * @param steps in the order of time; each holds until the next, and the last until the end
 */
public record SupplyCurve(List<Step> steps, double end) {
    /** From a second on. */
    public record Step(double from, long demand, long slots) {}

    /** Some slots that were there for a while. */
    public record Offered(double from, double to, int slots) {}

    private record Change(double at, long demand, long slots) {}

    public SupplyCurve {
        steps = List.copyOf(steps);
    }

    /**
     * From the beginning of the first chain's waiting to the end of the last one.
     *
     * @param scale how many chains each bar stands for
     */
    static SupplyCurve of(List<TimelineBar> bars, List<Offered> offers, double scale) {
        var changes = new ArrayList<Change>(2 * (bars.size() + offers.size()));
        double begin = Double.POSITIVE_INFINITY;
        double end = Double.NEGATIVE_INFINITY;
        for (var bar : bars) {
            begin = Math.min(begin, bar.added());
            end = Math.max(end, bar.to());
            changes.add(new Change(bar.added(), 1, 0));
            changes.add(new Change(bar.to(), -1, 0));
        }
        if (end <= begin) return new SupplyCurve(List.of(), 0);
        for (var offer : offers) {
            if (offer.from >= end || offer.to <= begin) continue;
            changes.add(new Change(Math.max(begin, offer.from), 0, offer.slots));
            changes.add(new Change(Math.min(end, offer.to), 0, -offer.slots));
        }
        return new SupplyCurve(steps(changes, end, scale), end);
    }

    private static List<Step> steps(List<Change> changes, double end, double scale) {
        changes.sort(Comparator.comparingDouble(Change::at));
        var steps = new ArrayList<Step>();
        long demand = 0;
        long slots = 0;
        for (int i = 0; i < changes.size(); i++) {
            var change = changes.get(i);
            demand += change.demand;
            slots += change.slots;
            boolean more = i + 1 < changes.size() && changes.get(i + 1).at <= change.at;
            if (!more && change.at < end) steps.add(new Step(change.at, Math.round(demand * scale), slots));
        }
        return steps;
    }

    /** The most slots that there were at a time. */
    public long most() {
        return steps.stream().mapToLong(Step::slots).max().orElse(0);
    }

    /** How well the slots followed the demand; times in which more was wanted than there can be count nowhere. */
    public Elasticity elasticity(long slots) {
        var sum = new Elasticity.Sum(Math.clamp(slots, 1, Integer.MAX_VALUE));
        for (int i = 0; i < steps.size(); i++)
            sum.add(until(i) - steps.get(i).from, steps.get(i).demand, steps.get(i).slots);
        return sum.result();
    }

    /** For which part of the time it was so: in the rest more was wanted than there can be. */
    public double counted(long slots) {
        double counted = 0;
        double all = 0;
        for (int i = 0; i < steps.size(); i++) {
            double seconds = until(i) - steps.get(i).from;
            all += seconds;
            if (steps.get(i).demand <= Math.max(1, slots)) counted += seconds;
        }
        return all == 0 ? 0 : counted / all;
    }

    private double until(int step) {
        return step + 1 < steps.size() ? steps.get(step + 1).from : end;
    }

    /** The same with at most so many steps: of those close to each other the one with the most demand. */
    public List<Step> thinned(int most) {
        if (steps.size() <= most) return steps;
        double begin = steps.getFirst().from;
        double width = (end - begin) / most;
        var kept = new ArrayList<Step>();
        for (var step : steps) {
            var last = kept.isEmpty() ? null : kept.getLast();
            boolean near = last != null && (int) ((last.from - begin) / width) == (int) ((step.from - begin) / width);
            if (!near) kept.add(step);
            else if (last != null && step.demand > last.demand)
                kept.set(kept.size() - 1, new Step(last.from, step.demand, step.slots));
        }
        return kept;
    }
}
