package io.tidewheel.server.http.json;

import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpProblem;
import java.io.InputStream;
import java.util.Locale;

/** The bodies of requests. */
public final class RequestBodies {
    private RequestBodies() {}

    /** A body that claims to be something other than JSON is refused; one that claims nothing is read. */
    public static InputStream json(AdmittedRequest request) {
        var type =
                request.headers().one("Content-Type").orElse("application/json").toLowerCase(Locale.ROOT);
        if (!type.matches("application/json( *;.*)?")) {
            throw HttpProblem.of(
                            415,
                            "unsupported-media-type",
                            "the body must be application/json, not '%s'".formatted(QuotedText.shown(type)))
                    .asException();
        }
        return request.parsed();
    }
}
