package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.server.http.QueryString;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads the parameters of a call. */
final class CallParameters {
    private static final int LONGEST_SHOWN = 40;

    private CallParameters() {}

    static void requireAny(QueryString query) {
        if (query.values().isEmpty()) throw BadCall.missing("missing query parameters");
    }

    /** The last one wins if it is given several times, as in the original's gateway; an empty one is none. */
    static Optional<String> last(QueryString query, String name) {
        var all = query.all(name);
        return all.isEmpty() || all.getLast().isBlank() ? Optional.empty() : Optional.of(all.getLast());
    }

    static OptionalInt size(QueryString query, String name) {
        var number = whole(query, name);
        if (number.isEmpty()) return OptionalInt.empty();
        long value = number.getAsLong();
        if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
            throw wrong(name, Long.toString(value), "a whole number below 2^31");
        }
        return OptionalInt.of((int) value);
    }

    static int worker(QueryString query) {
        return worker(last(query, "worker").orElseThrow(() -> BadCall.missing("missing worker number")));
    }

    static int worker(String text) {
        long number = whole("worker", text);
        if (number < 0 || number > Integer.MAX_VALUE) throw new BadCall(TascaasReply.WORKER_OUT_OF_RANGE);
        return (int) number;
    }

    static long iterations(QueryString query) {
        long number = whole(query, "nIter").orElseThrow(() -> BadCall.missing("missing iterations done"));
        if (number < 0) throw wrong("nIter", Long.toString(number), "0 or more");
        return number;
    }

    /** Below zero is taken for zero: clocks are set back. */
    static long elapsed(QueryString query) {
        return Math.max(0, whole(query, "dt").orElseThrow(() -> BadCall.missing("missing elapsed time")));
    }

    private static OptionalLong whole(QueryString query, String name) {
        var text = last(query, name);
        return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(whole(name, text.get()));
    }

    private static long whole(String name, String text) {
        try {
            // Java would read the digits of other scripts, too.
            if (text.strip().matches("[+-]?[0-9]+")) return Long.parseLong(text.strip());
        } catch (NumberFormatException tooLarge) {
            throw wrong(name, text, "a whole number below 2^63");
        }
        throw wrong(name, text, "a whole number below 2^63");
    }

    static BadCall wrong(String name, String text, String wanted) {
        var shown = text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "..." : text;
        return BadCall.missing(
                "\"%s\" must be %s, not '%s'".formatted(name, wanted, shown.replaceAll("[^\\x20-\\x7e]", "?")));
    }
}
