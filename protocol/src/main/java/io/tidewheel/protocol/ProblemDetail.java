package io.tidewheel.protocol;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sentence in a problem as servers answer it (RFC 9457), found without reading the rest: whoever answers may be anybody. */
public final class ProblemDetail {
    /** Nothing is tried a second way: what could be takes stack for every character. */
    private static final Pattern DETAIL = Pattern.compile("\"detail\"\\s*:\\s*\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"");

    private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

    private ProblemDetail() {}

    /** Empty if there is none. */
    public static Optional<String> in(String body) {
        var found = DETAIL.matcher(body);
        return found.find()
                ? Optional.of(ESCAPE.matcher(found.group(1))
                        .replaceAll(escape -> Matcher.quoteReplacement(unescaped(escape.group(1)))))
                : Optional.empty();
    }

    private static String unescaped(String escape) {
        if (escape.length() > 1) return Character.toString(Integer.parseInt(escape.substring(1), 16));
        return switch (escape.charAt(0)) {
            case 'n', 'r', 't', 'b', 'f' -> " ";
            default -> escape;
        };
    }
}
