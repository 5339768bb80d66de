package io.tidewheel.server.http.h2;

import java.nio.charset.StandardCharsets;

/** What every client of HTTP/2 says first. Apart from all else, so that a server on which nobody speaks it loads nothing of it. */
public final class ClientPreface {
    public static final int LENGTH = 24;

    private ClientPreface() {}

    public static byte[] bytes() {
        return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    }
}
