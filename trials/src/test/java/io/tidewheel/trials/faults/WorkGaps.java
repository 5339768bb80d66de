package io.tidewheel.trials.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The longest times in which somebody who is always at work was kept from it, one for each fault; in seconds. */
final class WorkGaps {
    private final List<Double> gaps = new ArrayList<>();

    void add(double seconds) {
        gaps.add(seconds);
    }

    void addAll(WorkGaps others) {
        gaps.addAll(others.gaps);
    }

    /**
     * The longest time between two signs of life around a fault, in seconds: from the last one before it until the one by which work surely goes on.
     * Empty as long as there are not that many. All moments are in milliseconds.
     *
     * @param signs in any order
     * @param settled when whoever was hit had found another server
     * @param enough so many signs after that show that work goes on
     */
    static Optional<Double> longest(List<Long> signs, long fault, long settled, int enough) {
        var sorted = signs.stream().sorted().toList();
        int first = count(sorted, fault);
        int end = count(sorted, settled) + enough;
        if (first == 0 || sorted.size() < end) return Optional.empty();
        long longest = 0;
        for (int i = first; i < end; i++) longest = Math.max(longest, sorted.get(i) - sorted.get(i - 1));
        return Optional.of(longest / 1e3);
    }

    private static int count(List<Long> signs, long before) {
        return (int) signs.stream().filter(sign -> sign < before).count();
    }

    /** At least this part of all gaps is not longer. */
    double quantile(double part) {
        var sorted = new ArrayList<>(gaps);
        Collections.sort(sorted);
        return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
    }

    @Override
    public String toString() {
        if (gaps.isEmpty()) return "none";
        return String.format(
                Locale.ROOT,
                "%d gaps: p50 %.2f s, p99 %.2f s, longest %.2f s",
                gaps.size(),
                quantile(0.5),
                quantile(0.99),
                quantile(1));
    }
}
