package io.tidewheel.server.api;

import io.tidewheel.server.http.Problem;
import io.tidewheel.server.http.Query;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where the next page begins. Callers hand it back as they got it; it stays right while runs and chains come and go. */
final class Cursor {
    private static final Pattern INSIDE = Pattern.compile("([a-z]{1,8}):([0-9]{1,18})");

    private Cursor() {}

    static String of(String kind, long position) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("%s:%d".formatted(kind, position).getBytes(StandardCharsets.US_ASCII));
    }

    static Optional<Long> position(Query query, String kind) {
        return query.one("cursor").map(text -> position(text, kind));
    }

    private static long position(String text, String kind) {
        try {
            var inside = INSIDE.matcher(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII));
            if (inside.matches() && inside.group(1).equals(kind)) return Long.parseLong(inside.group(2));
        } catch (IllegalArgumentException notBase64) {
            // told below
        }
        throw Problem.malformed("'%s' is no cursor of this list: use the value of 'next' from the page before"
                        .formatted(Text.shown(text)))
                .asException();
    }
}
