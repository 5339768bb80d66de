package io.tidewheel.server.http.json;

import io.tidewheel.model.ObjectName;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.QueryString;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Where the next page begins. Callers hand it back as they got it; it stays right while runs and chains come and go. */
public final class PageCursor {
    private static final Pattern INSIDE = Pattern.compile("([a-z]{1,8}):(.+)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private PageCursor() {}

    public static String of(String kind, long position) {
        return encoded(kind + ":" + position);
    }

    public static Optional<Long> position(QueryString query, String kind) {
        return query.one("cursor").map(text -> inside(text, kind, PageCursor::number));
    }

    /** For objects, which are sorted by their names. */
    public static String of(String kind, ObjectName name) {
        return encoded(kind + ":" + name);
    }

    public static Optional<ObjectName> name(QueryString query, String kind) {
        return query.one("cursor").map(text -> inside(text, kind, ObjectName::new));
    }

    private static String encoded(String inside) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(inside.getBytes(StandardCharsets.US_ASCII));
    }

    private static long number(String text) {
        if (NUMBER.matcher(text).matches()) return Long.parseLong(text);
        throw new IllegalArgumentException("no position: " + text);
    }

    private static <T> T inside(String text, String kind, Function<String, T> read) {
        try {
            var inside = INSIDE.matcher(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII));
            if (inside.matches() && inside.group(1).equals(kind)) return read.apply(inside.group(2));
        } catch (IllegalArgumentException nonsense) {
            // told below
        }
        throw HttpProblem.malformed("'%s' is no cursor of this list: use the value of 'next' from the page before"
                        .formatted(QuotedText.shown(text)))
                .asException();
    }
}
