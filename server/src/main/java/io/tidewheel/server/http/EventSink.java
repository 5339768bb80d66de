package io.tidewheel.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Where server-sent events go. Writing waits while the watcher is slow, and fails when it has gone or is too slow. */
public final class EventSink {
    private final OutputStream out;

    EventSink(OutputStream out) {
        this.out = out;
    }

    /**
     * Sends one event.
     *
     * @param id what the watcher repeats as Last-Event-ID when it comes back; may be empty
     */
    public void send(String event, String id, String data) throws IOException {
        var text = new StringBuilder();
        field(text, "event", event);
        field(text, "id", id);
        data.lines().forEach(line -> field(text, "data", line));
        write(text.append('\n'));
    }

    /** Sends something that watchers ignore. */
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
