package io.tidewheel.server.http;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.spi.ServerConnection;
import io.tidewheel.server.http.websocket.WebSocketChannel;
import io.tidewheel.server.http.websocket.WebSocketHandshake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A connection that has become a WebSocket, and carries events to a watcher until there are no more or the watcher goes. */
final class WebSocketEvents implements ServerConnection, EventSink {
    private static final Logger LOG = System.getLogger(WebSocketEvents.class.getName());
    private static final JsonFactory JSON = new JsonFactory();

    private final HttpConnection connection;
    private final WebSocketHandshake handshake;
    private final HttpAnswer.EventSource source;
    private final WebSocketChannel channel;

    WebSocketEvents(HttpConnection connection, WebSocketHandshake handshake, HttpAnswer.EventSource source) {
        this.connection = connection;
        this.handshake = handshake;
        this.source = source;
        channel = new WebSocketChannel(connection, connection.dataReader(), connection.output());
    }

    @Override
    public void handle(Limit limit) {
        try (var _ = connection.takeWatcher()) {
            connection.becomesStream();
            connection.output().write(handshake.answer());
            Thread.startVirtualThread(this::listen);
            source.feed(this);
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a WebSocket ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError | StackOverflowError e) {
            LOG.log(Level.WARNING, "a WebSocket is closed, since there is no memory for it: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a WebSocket ended by a mistake of ours", e);
        }
    }

    /**
     * Reads what the watcher sends. That it has gone is noticed with the next event or ping; a watcher who only makes work is not waited
     * for.
     */
    private void listen() {
        try {
            channel.listen();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a watcher is not listened to any more", e);
            connection.close();
        }
    }

    @Override
    public void send(String event, String id, String data) throws IOException {
        var text = new ByteArrayOutputStream();
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("event", event);
            if (!id.isEmpty()) json.writeStringProperty("id", id);
            json.writeName("data");
            json.writeRawValue(data);
            json.writeEndObject();
        }
        channel.send(text.toString(StandardCharsets.UTF_8));
    }

    @Override
    public void ping() throws IOException {
        channel.ping();
    }

    @Override
    public Duration idleTime() {
        return Duration.ZERO;
    }

    @Override
    public void close(boolean interrupt) {
        connection.close();
    }
}
