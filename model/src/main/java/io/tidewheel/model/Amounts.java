package io.tidewheel.model;

import java.util.ArrayList;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much of a machine's countable parts a chain needs, or an agent has. What an agent does not state it has without limit, but for what
 * only its users know, which it then does not have; what a chain does not state it does not need.
 *
 * @param milliCpus thousandths of a processor core
 * @param custom what users count beside these, such as licenses
 */
public record Amounts(long milliCpus, long memoryBytes, long gpus, CustomAmounts custom)
        implements Comparable<Amounts> {
    /** What a chain needs that says nothing. */
    public static final Amounts NONE = new Amounts(0, 0, 0);
    /** What an agent has that says nothing. */
    public static final Amounts UNLIMITED = new Amounts(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    /** Amounts of what every machine has, and of nothing else. */
    public Amounts(long milliCpus, long memoryBytes, long gpus) {
        this(milliCpus, memoryBytes, gpus, CustomAmounts.NONE);
    }

    public Amounts {
        if (milliCpus < 0 || memoryBytes < 0 || gpus < 0) {
            throw new IllegalArgumentException(
                    "amounts are not negative, but cpu %d/1000, memory %d, gpu %d are asked for"
                            .formatted(milliCpus, memoryBytes, gpus));
        }
    }

    /**
     * Reads {@code cpu=1.5,memory=4GiB,gpu=1,license=2}; each part may be left out.
     *
     * @param others what counts where a part is left out
     */
    public static Amounts parse(String text, Amounts others) {
        long cpus = others.milliCpus;
        long memory = others.memoryBytes;
        long gpu = others.gpus;
        var custom = new TreeMap<>(others.custom.counts());
        for (var part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) throw wrong(part);
            var name = part.substring(0, equals).strip();
            var value = part.substring(equals + 1).strip();
            switch (name) {
                case "cpu" -> cpus = cores(part, value);
                case "memory" -> memory = MemorySize.parse(value);
                case "gpu" -> gpu = whole(part, value);
                default -> custom.put(name, whole(part, value));
            }
        }
        return new Amounts(cpus, memory, gpu, CustomAmounts.of(custom));
    }

    private static long cores(String part, String value) {
        if (!value.matches("\\d{1,9}(\\.\\d{1,3})?")) throw wrong(part);
        return Math.round(Double.parseDouble(value) * 1_000);
    }

    private static long whole(String part, String value) {
        if (!value.matches("\\d{1,12}")) throw wrong(part);
        return Long.parseLong(value);
    }

    private static IllegalArgumentException wrong(String part) {
        return new IllegalArgumentException(
                "'%s' is not an amount: write them like cpu=1.5,memory=4GiB,gpu=1, or license=2 for what you count yourself"
                        .formatted(part.strip()));
    }

    public boolean isNone() {
        return milliCpus == 0 && memoryBytes == 0 && gpus == 0 && custom.isNone();
    }

    public boolean covers(Amounts needed) {
        return milliCpus >= needed.milliCpus
                && memoryBytes >= needed.memoryBytes
                && gpus >= needed.gpus
                && custom.covers(needed.custom);
    }

    /** How many chains that need so much it suffices for; of those that need nothing, any number. */
    public long fits(Amounts needed) {
        return Math.min(
                Math.min(fits(milliCpus, needed.milliCpus), fits(memoryBytes, needed.memoryBytes)),
                Math.min(fits(gpus, needed.gpus), custom.fits(needed.custom)));
    }

    private static long fits(long has, long needed) {
        return needed == 0 || has == Long.MAX_VALUE ? Long.MAX_VALUE : has / needed;
    }

    /** These amounts so many times. */
    public Amounts times(long count) {
        if (isNone()) return this;
        return new Amounts(
                product(milliCpus, count), product(memoryBytes, count), product(gpus, count), custom.times(count));
    }

    private static long product(long one, long count) {
        return count != 0 && one > Long.MAX_VALUE / count ? Long.MAX_VALUE : one * count;
    }

    /** What suffices for either of two that do not run at the same time. */
    public Amounts max(Amounts other) {
        return new Amounts(
                Math.max(milliCpus, other.milliCpus),
                Math.max(memoryBytes, other.memoryBytes),
                Math.max(gpus, other.gpus),
                custom.max(other.custom));
    }

    public Amounts plus(Amounts more) {
        return new Amounts(
                sum(milliCpus, more.milliCpus),
                sum(memoryBytes, more.memoryBytes),
                sum(gpus, more.gpus),
                custom.plus(more.custom));
    }

    /** What is left when some of it is used; without limit stays without limit, and nothing is less than nothing. */
    public Amounts minus(Amounts used) {
        if (used.isNone()) return this;
        return new Amounts(
                rest(milliCpus, used.milliCpus),
                rest(memoryBytes, used.memoryBytes),
                rest(gpus, used.gpus),
                custom.minus(used.custom));
    }

    /**
     * The amounts of this that are larger than what the other has, each whole and not only by what is missing: what stands in the way
     * where these are needed and the other is all there is.
     */
    public Amounts beyond(Amounts has) {
        return new Amounts(
                has.milliCpus >= milliCpus ? 0 : milliCpus,
                has.memoryBytes >= memoryBytes ? 0 : memoryBytes,
                has.gpus >= gpus ? 0 : gpus,
                custom.beyond(has.custom));
    }

    /** How many parts it names. */
    public int parts() {
        return (milliCpus > 0 ? 1 : 0)
                + (memoryBytes > 0 ? 1 : 0)
                + (gpus > 0 ? 1 : 0)
                + custom.counts().size();
    }

    private static long sum(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    private static long rest(long all, long used) {
        return all == Long.MAX_VALUE ? all : Math.max(0, all - used);
    }

    @Override
    public int compareTo(Amounts other) {
        int byCpu = Long.compare(milliCpus, other.milliCpus);
        if (byCpu != 0) return byCpu;
        int byMemory = Long.compare(memoryBytes, other.memoryBytes);
        if (byMemory != 0) return byMemory;
        int byGpus = Long.compare(gpus, other.gpus);
        return byGpus != 0 ? byGpus : custom.compareTo(other.custom);
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Amounts that
                && milliCpus == that.milliCpus
                && memoryBytes == that.memoryBytes
                && gpus == that.gpus
                && custom.equals(that.custom);
    }

    @Override
    public int hashCode() {
        int known = Long.hashCode(milliCpus) * 961 + Long.hashCode(memoryBytes) * 31 + Long.hashCode(gpus);
        return custom.isNone() ? known : known * 31 + custom.hashCode();
    }

    /** The amounts as options write them: {@code cpu=2,memory=536870912,license=1}; empty if nothing is stated. */
    public String text() {
        return joined(",", "=", Long.toString(memoryBytes), custom.text());
    }

    /** For people: {@code cpu 2, memory 512 MiB, gpu 1, license 2}; empty if nothing is stated. */
    @Override
    public String toString() {
        return joined(", ", " ", MemorySize.shown(memoryBytes), custom.toString());
    }

    private String joined(String between, String is, String memory, String others) {
        var parts = new ArrayList<String>();
        if (isStated(milliCpus)) parts.add("cpu" + is + cores());
        if (isStated(memoryBytes)) parts.add("memory" + is + memory);
        if (isStated(gpus)) parts.add("gpu" + is + gpus);
        if (!others.isEmpty()) parts.add(others);
        return String.join(between, parts);
    }

    private static boolean isStated(long amount) {
        return amount != 0 && amount != Long.MAX_VALUE;
    }

    private String cores() {
        return milliCpus % 1_000 == 0 ? Long.toString(milliCpus / 1_000) : Double.toString(milliCpus / 1e3);
    }
}
