package io.tidewheel.model;

import org.jspecify.annotations.Nullable;

/**
 * How much of a machine's countable parts a chain needs, or an agent has. What an agent does not state it has without limit; what a chain
 * does not state it does not need.
 *
 * @param milliCpus thousandths of a processor core
 */
public record Amounts(long milliCpus, long memoryBytes, long gpus) implements Comparable<Amounts> {
    /** What a chain needs that says nothing. */
    public static final Amounts NONE = new Amounts(0, 0, 0);
    /** What an agent has that says nothing. */
    public static final Amounts UNLIMITED = new Amounts(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    public Amounts {
        if (milliCpus < 0 || memoryBytes < 0 || gpus < 0) {
            throw new IllegalArgumentException(
                    "amounts are not negative, but cpu %d/1000, memory %d, gpu %d are asked for"
                            .formatted(milliCpus, memoryBytes, gpus));
        }
    }

    /**
     * Reads {@code cpu=1.5,memory=4GiB,gpu=1}; each part may be left out.
     *
     * @param others what counts where a part is left out
     */
    public static Amounts parse(String text, Amounts others) {
        long cpus = others.milliCpus;
        long memory = others.memoryBytes;
        long gpu = others.gpus;
        for (var part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            var name = equals < 0 ? part.strip() : part.substring(0, equals).strip();
            var value = equals < 0 ? "" : part.substring(equals + 1).strip();
            switch (name) {
                case "cpu" -> cpus = number(part, value, 1_000);
                case "memory" -> memory = bytes(part, value);
                case "gpu" -> gpu = number(part, value, 1);
                default -> throw wrong(part);
            }
        }
        return new Amounts(cpus, memory, gpu);
    }

    private static long number(String part, String value, int times) {
        if (!value.matches("\\d{1,9}(\\.\\d{1,3})?")) throw wrong(part);
        return Math.round(Double.parseDouble(value) * times);
    }

    private static long bytes(String part, String value) {
        var text = value.endsWith("iB") ? value.substring(0, value.length() - 2) : value;
        int unit = text.isEmpty() ? -1 : "KMGT".indexOf(text.charAt(text.length() - 1));
        var digits = unit < 0 ? text : text.substring(0, text.length() - 1);
        if (!digits.matches("\\d{1,12}(\\.\\d{1,3})?")) throw wrong(part);
        return (long) (Double.parseDouble(digits) * (1L << (10 * (unit + 1))));
    }

    private static IllegalArgumentException wrong(String part) {
        return new IllegalArgumentException(
                "'%s' is not an amount: write them like cpu=1.5,memory=4GiB,gpu=1".formatted(part.strip()));
    }

    public boolean isNone() {
        return equals(NONE);
    }

    public boolean covers(Amounts needed) {
        return milliCpus >= needed.milliCpus && memoryBytes >= needed.memoryBytes && gpus >= needed.gpus;
    }

    /** How many chains that need so much it suffices for; of those that need nothing, any number. */
    public long fits(Amounts needed) {
        return Math.min(
                fits(milliCpus, needed.milliCpus),
                Math.min(fits(memoryBytes, needed.memoryBytes), fits(gpus, needed.gpus)));
    }

    private static long fits(long has, long needed) {
        return needed == 0 || has == Long.MAX_VALUE ? Long.MAX_VALUE : has / needed;
    }

    /** As much for each of so many. */
    public Amounts times(long count) {
        return new Amounts(product(milliCpus, count), product(memoryBytes, count), product(gpus, count));
    }

    private static long product(long one, long count) {
        return count != 0 && one > Long.MAX_VALUE / count ? Long.MAX_VALUE : one * count;
    }

    /** What suffices for either of two that do not run at the same time. */
    public Amounts max(Amounts other) {
        return new Amounts(
                Math.max(milliCpus, other.milliCpus),
                Math.max(memoryBytes, other.memoryBytes),
                Math.max(gpus, other.gpus));
    }

    public Amounts plus(Amounts more) {
        return new Amounts(sum(milliCpus, more.milliCpus), sum(memoryBytes, more.memoryBytes), sum(gpus, more.gpus));
    }

    /** What is left when some of it is used; without limit stays without limit, and nothing is less than nothing. */
    public Amounts minus(Amounts used) {
        return new Amounts(rest(milliCpus, used.milliCpus), rest(memoryBytes, used.memoryBytes), rest(gpus, used.gpus));
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
        return byMemory != 0 ? byMemory : Long.compare(gpus, other.gpus);
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Amounts that
                && milliCpus == that.milliCpus
                && memoryBytes == that.memoryBytes
                && gpus == that.gpus;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(milliCpus) * 961 + Long.hashCode(memoryBytes) * 31 + Long.hashCode(gpus);
    }

    /** For people: {@code cpu 2, memory 512 MiB, gpu 1}; empty if nothing is stated. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        if (milliCpus != 0 && milliCpus != Long.MAX_VALUE) {
            text.append("cpu ")
                    .append(
                            milliCpus % 1_000 == 0
                                    ? Long.toString(milliCpus / 1_000)
                                    : Double.toString(milliCpus / 1e3));
        }
        if (memoryBytes != 0 && memoryBytes != Long.MAX_VALUE) {
            if (!text.isEmpty()) text.append(", ");
            text.append("memory ").append(memory());
        }
        if (gpus != 0 && gpus != Long.MAX_VALUE) {
            if (!text.isEmpty()) text.append(", ");
            text.append("gpu ").append(gpus);
        }
        return text.toString();
    }

    private String memory() {
        if (memoryBytes % (1L << 30) == 0) return (memoryBytes >> 30) + " GiB";
        if (memoryBytes % (1L << 20) == 0) return (memoryBytes >> 20) + " MiB";
        return memoryBytes + " bytes";
    }
}
