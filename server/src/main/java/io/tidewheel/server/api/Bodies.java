package io.tidewheel.server.api;

import io.tidewheel.server.http.Problem;
import io.tidewheel.server.http.Request;
import java.io.InputStream;
import java.util.Locale;

/** The bodies of requests. */
final class Bodies {
    private Bodies() {}

    /** A body that claims to be something other than JSON is refused; one that claims nothing is read. */
    static InputStream json(Request request) {
        var type =
                request.headers().one("Content-Type").orElse("application/json").toLowerCase(Locale.ROOT);
        if (!type.matches("application/json( *;.*)?")) {
            throw Problem.of(
                            415,
                            "unsupported-media-type",
                            "the body must be application/json, not '%s'".formatted(Text.shown(type)))
                    .asException();
        }
        return request.parsed();
    }
}
