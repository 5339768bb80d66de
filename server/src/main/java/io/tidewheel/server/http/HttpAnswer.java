package io.tidewheel.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a handler answers. */
public sealed interface HttpAnswer {
    /** The whole answer at once. The bytes are the answer's own from then on. */
    final class Full implements HttpAnswer {
        private final int status;
        private final String contentType;
        private final byte[] body;
        private final Map<String, String> headers;

        public Full(int status, String contentType, byte[] body, Map<String, String> headers) {
            this.status = status;
            this.contentType = contentType;
            this.body = body;
            this.headers = Map.copyOf(headers);
        }

        public int status() {
            return status;
        }

        public String contentType() {
            return contentType;
        }

        public byte[] body() {
            return body;
        }

        public Map<String, String> headers() {
            return headers;
        }

        /** The same with one more header. */
        public Full with(String header, String value) {
            var all = new LinkedHashMap<>(headers);
            all.put(header, value);
            return new Full(status, contentType, body, all);
        }
    }

    /** A body that is written while it is made; it need not fit into memory. */
    record Flowing(int status, String contentType, Writer writer, Map<String, String> headers) implements HttpAnswer {
        public Flowing {
            headers = Map.copyOf(headers);
        }

        public Flowing(String contentType, Writer writer, Map<String, String> headers) {
            this(200, contentType, writer, headers);
        }
    }

    /** Server-sent events, until the source returns or the caller goes. */
    record Events(EventSource source) implements HttpAnswer {}

    /** Writes a body. */
    @FunctionalInterface
    interface Writer {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Feeds a watcher. It should send at least a ping every few seconds: only by writing does one learn that the watcher has gone. */
    @FunctionalInterface
    interface EventSource {
        void feed(EventSink sink) throws IOException, InterruptedException;
    }

    static Full json(int status, byte[] body) {
        return new Full(status, "application/json", body, Map.of());
    }

    static Full text(String body) {
        return new Full(200, "text/plain; charset=utf-8", body.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    static Full nothing() {
        return new Full(204, "", new byte[0], Map.of());
    }
}
