package io.tidewheel.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Events as browsers read them from an answer that does not end. */
final class ServerSentEvents implements EventSink {
    private final OutputStream out;

    ServerSentEvents(OutputStream out) {
        this.out = out;
    }

    @Override
    public void send(String event, String id, String data) throws IOException {
        var text = new StringBuilder();
        field(text, "event", event);
        field(text, "id", id);
        data.lines().forEach(line -> field(text, "data", line));
        write(text.append('\n'));
    }

    @Override
    public void ping() throws IOException {
        write(new StringBuilder(":\n\n"));
    }

    private static void field(StringBuilder text, String name, String value) {
        if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0 || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("the %s of an event cannot contain a line end".formatted(name));
        }
        text.append(name).append(": ").append(value).append('\n');
    }

    private void write(StringBuilder text) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
