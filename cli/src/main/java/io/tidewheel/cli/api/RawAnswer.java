package io.tidewheel.cli.api;

import java.util.Optional;
import java.util.function.Function;

/** An answer that is not JSON, with its headers. */
public final class RawAnswer {
    private final byte[] body;
    private final Function<String, Optional<String>> headers;

    RawAnswer(byte[] body, Function<String, Optional<String>> headers) {
        this.body = body;
        this.headers = headers;
    }

    public byte[] body() {
        return body;
    }

    /** A header that is a number; 0 if it is not there. */
    public long number(String header) {
        return headers.apply(header).map(Long::parseLong).orElse(0L);
    }

    public boolean flag(String header) {
        return headers.apply(header).map(Boolean::parseBoolean).orElse(false);
    }
}
