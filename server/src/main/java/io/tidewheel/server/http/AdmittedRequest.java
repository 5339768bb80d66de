package io.tidewheel.server.http;

import io.tidewheel.server.access.Caller;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/** A request that the gate has let in. */
public final class AdmittedRequest {
    private final GateDecision.Admitted admitted;
    private final QueryString query;
    private final RequestOrigin origin;
    private final RequestHeaders headers;
    private final Supplier<InputStream> body;

    AdmittedRequest(
            GateDecision.Admitted admitted,
            QueryString query,
            RequestOrigin origin,
            RequestHeaders headers,
            Supplier<InputStream> body) {
        this.origin = origin;
        this.admitted = admitted;
        this.query = query;
        this.headers = headers;
        this.body = body;
    }

    /** The part of the path that the route calls {@code name}. */
    public String part(String name) {
        var value = admitted.parts().get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    "route %s has no part {%s}".formatted(admitted.route().path(), name));
        }
        return value;
    }

    public QueryString query() {
        return query;
    }

    /** From where it came, and how it reached us. */
    public RequestOrigin origin() {
        return origin;
    }

    public RequestHeaders headers() {
        return headers;
    }

    /** The caller who asks; only for routes that are not open to everybody. */
    public Caller caller() {
        return admitted.caller()
                .orElseThrow(() -> new IllegalStateException(
                        "route %s is open".formatted(admitted.route().path())));
    }

    /** False if somebody without a token was let in. */
    public boolean hasCaller() {
        return admitted.caller().isPresent();
    }

    /** The whole body, for something that is made of it in memory. */
    public byte[] bytes() throws IOException {
        return parsed().readAllBytes();
    }

    /** The body for a parser: what it makes of it counts against the memory for requests. */
    public InputStream parsed() {
        return RequestMemory.counting(body.get());
    }

    /** The body as it arrives. Reading beyond the route's limit ends in a 413. */
    public InputStream body() {
        return body.get();
    }
}
