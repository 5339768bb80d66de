package io.tidewheel.server.endpoints.steep;

import java.util.regex.Pattern;

/** Which part of a text a Range header asks for. */
sealed interface TextRange {
    Pattern ONE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    /** All of it; also if several parts are asked for, or something that makes no sense. */
    record All() implements TextRange {}

    /** From one byte up to, but not including, another. */
    record Part(long from, long to) implements TextRange {}

    /** Nothing of it is there. */
    record Outside() implements TextRange {}

    static TextRange of(String header, long length) {
        var range = ONE.matcher(header.strip());
        if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) return new All();
        if (range.group(1).isEmpty()) {
            long last = Math.min(length, Long.parseLong(range.group(2)));
            return last == 0 ? new Outside() : new Part(length - last, length);
        }
        long from = Long.parseLong(range.group(1));
        long to = range.group(2).isEmpty() ? length : Math.min(length, Long.parseLong(range.group(2)) + 1);
        if (!range.group(2).isEmpty() && Long.parseLong(range.group(2)) < from) return new All();
        return from >= length ? new Outside() : new Part(from, to);
    }
}
