package io.tidewheel.protocol;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server answered the request for a stream, and the answer was no. */
public final class StreamRefused extends LinkRefused {
    private static final long serialVersionUID = 1;

    private static final Pattern DETAIL = Pattern.compile("\"detail\"\\s*:\\s*\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

    private final int status;
    private final String body;

    public StreamRefused(int status, String body) {
        super(
                Integer.toString(status),
                "the server refused the stream with status %d: %s".formatted(status, detail(body)),
                status == 408 || status == 425 || status == 429 || status >= 500);
        this.status = status;
        this.body = body;
    }

    /** The sentence of a problem+json; of anything else, all of it. */
    private static String detail(String body) {
        var found = DETAIL.matcher(body);
        if (!found.find()) return body.strip();
        return ESCAPE.matcher(found.group(1))
                .replaceAll(escape -> Matcher.quoteReplacement(unescaped(escape.group(1))));
    }

    private static String unescaped(String escape) {
        if (escape.length() > 1) return Character.toString(Integer.parseInt(escape.substring(1), 16));
        return switch (escape.charAt(0)) {
            case 'n', 'r', 't', 'b', 'f' -> " ";
            default -> escape;
        };
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** What the server said, as it said it: usually problem+json. */
    public String body() {
        return body;
    }
}
