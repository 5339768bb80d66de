package io.tidewheel.balancing.exact;

/** Counts of RUPER-LB are unsigned 64-bit numbers: a negative one wraps to nearly 2^64. */
final class UnsignedCount {
    private static final double TWO_TO_63 = 0x1p63;

    private UnsignedCount() {}

    /** Rounded once, to the nearest. */
    static float toFloat(long count) {
        if (count >= 0) return (float) count;
        // Halved with the lost bit kept sticky, so that doubling afterwards gives the same as one rounding of the
        // whole.
        return (float) ((count >>> 1) | (count & 1)) * 2f;
    }

    static double toDouble(long count) {
        return count >= 0 ? (double) count : (double) ((count >>> 1) | (count & 1)) * 2;
    }

    /** Cut towards zero; below zero is zero, above the range is the top of it. */
    static long cut(double number) {
        if (!(number > 0)) return 0;
        if (number < TWO_TO_63) return (long) number;
        return number >= TWO_TO_63 * 2 ? -1L : (long) (number - TWO_TO_63) + Long.MIN_VALUE;
    }

    static boolean less(long left, long right) {
        return Long.compareUnsigned(left, right) < 0;
    }
}
