package io.tidewheel.balancing.exact;

import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads a line number by number, as C's scanf does: blanks are skipped, and a number ends where its digits end. */
final class NumberScanner {
    private final String line;
    private int at;

    NumberScanner(String line) {
        this.line = line;
    }

    /** The next whole number; empty, and nothing taken, if there is none. Beyond 64 bits it stays at the nearest end. */
    OptionalLong whole() {
        return number().map(NumberScanner::saturated).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    /** The next count; a minus in front wraps it around 2^64. */
    OptionalLong count() {
        return number().map(value -> value.bitLength() > 64 ? -1L : value.longValue())
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    Optional<String> word() {
        skipBlanks();
        int from = at;
        while (at < line.length() && !Character.isWhitespace(line.charAt(at))) at++;
        return at == from ? Optional.empty() : Optional.of(line.substring(from, at));
    }

    private Optional<BigInteger> number() {
        skipBlanks();
        int end = at;
        if (end < line.length() && (line.charAt(end) == '-' || line.charAt(end) == '+')) end++;
        int digits = end;
        while (end < line.length() && line.charAt(end) >= '0' && line.charAt(end) <= '9') end++;
        if (end == digits) return Optional.empty();
        var number = new BigInteger(line.substring(at, end));
        at = end;
        return Optional.of(number);
    }

    private void skipBlanks() {
        while (at < line.length() && Character.isWhitespace(line.charAt(at))) at++;
    }

    private static long saturated(BigInteger value) {
        if (value.bitLength() <= 63) return value.longValue();
        return value.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
