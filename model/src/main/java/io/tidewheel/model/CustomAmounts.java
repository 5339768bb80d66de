package io.tidewheel.model;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How much of what only its users know and name can be counted, such as licenses: {@code license=2}. Unlike processors or memory, what is not stated
 * is not there. Zeros are left out, so that equal amounts are equal.
 */
public record CustomAmounts(SortedMap<String, Long> counts) implements Comparable<CustomAmounts> {
    public static final CustomAmounts NONE = new CustomAmounts(Collections.emptySortedMap());
    public static final int MOST = 16;
    /** More than anybody counts, and few enough to be added up. */
    public static final long LARGEST = 1_000_000_000_000L;

    /** What a name looks like: each makes a name of a variable, and no two make the same. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,47}");
    /** Words that would hide a slip of the pen. */
    private static final Map<String, String> MEANT = Map.of(
            "cpus", "cpu",
            "core", "cpu",
            "cores", "cpu",
            "mem", "memory",
            "ram", "memory",
            "gpus", "gpu");

    private static final List<String> OTHERS = List.of("cpu", "memory", "gpu");

    public CustomAmounts {
        var sorted = new TreeMap<String, Long>();
        counts.forEach((name, count) -> {
            check(name);
            if (count < 0 || count > LARGEST) {
                throw new IllegalArgumentException("'%s' is from 0 to %,d, not %d".formatted(name, LARGEST, count));
            }
            if (count > 0) sorted.put(name, count);
        });
        if (sorted.size() > MOST) {
            throw new IllegalArgumentException(
                    "%d amounts of one's own are too many: at most %d".formatted(sorted.size(), MOST));
        }
        counts = Collections.unmodifiableSortedMap(sorted);
    }

    public static CustomAmounts of(Map<String, Long> counts) {
        return counts.isEmpty() ? NONE : new CustomAmounts(new TreeMap<>(counts));
    }

    /** Reads {@link #text()}. */
    public static CustomAmounts parse(String text) {
        if (text.isEmpty()) return NONE;
        var counts = new TreeMap<String, Long>();
        for (var part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            counts.put(part.substring(0, Math.max(0, equals)), Long.parseLong(part.substring(equals + 1)));
        }
        return of(counts);
    }

    private static void check(String name) {
        var meant = MEANT.get(name);
        if (meant != null) throw new IllegalArgumentException("'%s' is not counted: write %s".formatted(name, meant));
        if (!NAME.matcher(name).matches() || OTHERS.contains(name)) {
            throw new IllegalArgumentException(
                    "'%s' cannot be the name of an amount: use up to 48 small letters, digits and -, beginning with a letter,"
                                    .formatted(name)
                            + " and none of cpu, memory, gpu");
        }
    }

    public boolean isNone() {
        return counts.isEmpty();
    }

    public long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    boolean covers(CustomAmounts needed) {
        if (needed.isNone()) return true;
        for (var need : needed.counts.entrySet()) if (count(need.getKey()) < need.getValue()) return false;
        return true;
    }

    /** How many chains that need so much it suffices for. */
    long fits(CustomAmounts needed) {
        long fewest = Long.MAX_VALUE;
        for (var need : needed.counts.entrySet()) fewest = Math.min(fewest, count(need.getKey()) / need.getValue());
        return fewest;
    }

    CustomAmounts times(long factor) {
        if (isNone()) return this;
        var all = new TreeMap<String, Long>();
        counts.forEach((name, count) -> all.put(name, factor > LARGEST / count ? LARGEST : factor * count));
        return new CustomAmounts(all);
    }

    CustomAmounts max(CustomAmounts other) {
        return merged(other, Math::max);
    }

    CustomAmounts plus(CustomAmounts more) {
        return merged(more, (one, two) -> Math.min(LARGEST, one + two));
    }

    private CustomAmounts merged(CustomAmounts other, java.util.function.BinaryOperator<Long> both) {
        if (other.isNone()) return this;
        if (isNone()) return other;
        var all = new TreeMap<>(counts);
        other.counts.forEach((name, count) -> all.merge(name, count, both));
        return new CustomAmounts(all);
    }

    /** Nothing is less than nothing. */
    CustomAmounts minus(CustomAmounts used) {
        if (used.isNone() || isNone()) return this;
        var left = new TreeMap<>(counts);
        used.counts.forEach((name, count) -> left.computeIfPresent(name, (_, all) -> Math.max(0, all - count)));
        return new CustomAmounts(left);
    }

    /** The counts of this that are larger than what the other has, each whole and not only by what is missing. */
    CustomAmounts beyond(CustomAmounts has) {
        if (isNone()) return this;
        var missing = new TreeMap<>(counts);
        missing.entrySet().removeIf(need -> has.count(need.getKey()) >= need.getValue());
        return new CustomAmounts(missing);
    }

    @Override
    public int compareTo(CustomAmounts other) {
        if (isNone() && other.isNone()) return 0;
        Iterator<Map.Entry<String, Long>> others = other.counts.entrySet().iterator();
        for (var own : counts.entrySet()) {
            if (!others.hasNext()) return 1;
            var next = others.next();
            int byName = own.getKey().compareTo(next.getKey());
            int byCount = byName != 0 ? byName : Long.compare(own.getValue(), next.getValue());
            if (byCount != 0) return byCount;
        }
        return others.hasNext() ? -1 : 0;
    }

    // By hand: it is part of a key of many maps, and mostly there is nothing to compare.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CustomAmounts that && (isNone() ? that.isNone() : counts.equals(that.counts));
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }

    /** The counts as options write them: {@code license=2,seat=1}. */
    public String text() {
        return counts.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(","));
    }

    /** For people: {@code license 2, seat 1}. */
    @Override
    public String toString() {
        return text().replace("=", " ").replace(",", ", ");
    }
}
