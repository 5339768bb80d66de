package io.tidewheel.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Amounts of memory as people write them, the same wherever they do. */
public final class MemorySize {
    /** What is accepted, for texts that say what is wrong. */
    public static final String UNITS = "bytes, kB, MB, GB or TB (powers of 1,000), or KiB, MiB, GiB or TiB (of 1,024)";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?(?:[eE]\\d{1,2})?)\\s*([A-Za-z]*)");
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE - 1);
    /** A letter alone means what KiB, MiB, GiB and TiB mean, as engines of containers read it. */
    private static final Map<String, Long> FACTORS = Map.ofEntries(
            Map.entry("", 1L),
            Map.entry("B", 1L),
            Map.entry("bytes", 1L),
            Map.entry("kB", 1_000L),
            Map.entry("KB", 1_000L),
            Map.entry("MB", 1_000_000L),
            Map.entry("GB", 1_000_000_000L),
            Map.entry("TB", 1_000_000_000_000L),
            Map.entry("KiB", 1L << 10),
            Map.entry("MiB", 1L << 20),
            Map.entry("GiB", 1L << 30),
            Map.entry("TiB", 1L << 40),
            Map.entry("K", 1L << 10),
            Map.entry("M", 1L << 20),
            Map.entry("G", 1L << 30),
            Map.entry("T", 1L << 40));

    private static final List<String> LARGE = List.of("TiB", "GiB", "MiB");

    private MemorySize() {}

    /**
     * Reads {@code 1.5GiB}, {@code 50 MB}, {@code 1048576}, or {@code 16e9} and {@code 16_000_000_000}, which are easier to read.
     *
     * @throws IllegalArgumentException with a sentence that names the units there are
     */
    public static long parse(String text) {
        var parts = TEXT.matcher(text.strip().replace("_", ""));
        var factor = parts.matches() ? FACTORS.get(parts.group(2)) : null;
        if (factor == null) throw wrong(text, "is not an amount of memory");
        var bytes = new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(factor));
        if (bytes.compareTo(MOST) > 0) throw wrong(text, "is more memory than can be counted");
        return bytes.longValue();
    }

    private static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException(
                "'%s' %s: write a number and its unit, as in 4GiB; units are %s".formatted(text.strip(), why, UNITS));
    }

    /** For people: {@code 512 MiB}, or as many bytes if no unit fits. */
    public static String shown(long bytes) {
        for (var unit : LARGE) {
            long factor = FACTORS.getOrDefault(unit, 1L);
            if (bytes % factor == 0) return bytes / factor + " " + unit;
        }
        return bytes + " bytes";
    }
}
