package io.tidewheel.server.http;

import java.io.IOException;

/** Where events for a watcher go. Writing waits while the watcher is slow, and fails when it has gone or is too slow. */
public interface EventSink {
    /**
     * Sends one event.
     *
     * @param id what the watcher repeats as Last-Event-ID when it comes back; may be empty
     * @param data a text; over a WebSocket JSON alone can be sent
     */
    void send(String event, String id, String data) throws IOException;

    /** Sends something that watchers ignore. */
    void ping() throws IOException;
}
