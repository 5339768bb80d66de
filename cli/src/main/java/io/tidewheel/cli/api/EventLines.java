package io.tidewheel.cli.api;

import io.tidewheel.cli.text.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Takes the bytes of server-sent events and hands on the JSON in them. */
final class EventLines extends OutputStream {
    private static final int LONGEST_LINE = 1 << 20;

    /** The listener has heard what it wanted. */
    static final class Enough extends IOException {
        private static final long serialVersionUID = 1L;

        Enough() {
            super("enough");
        }
    }

    private final Predicate<JsonNode> listener;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();

    EventLines(Predicate<JsonNode> listener) {
        this.listener = listener;
    }

    @Override
    public void write(int next) throws IOException {
        if (next != '\n') {
            if (line.size() > LONGEST_LINE) throw new IOException("an event is longer than any the server should send");
            if (next != '\r') line.write(next);
            return;
        }
        var text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (text.startsWith("data:")) data.append(text.substring(5).strip()).append('\n');
        else if (text.isEmpty() && !data.isEmpty()) deliver();
    }

    private void deliver() throws IOException {
        var text = data.toString();
        data.setLength(0);
        try {
            if (!listener.test(JsonText.MAPPER.readTree(text))) throw new Enough();
        } catch (JacksonException malformed) {
            throw new IOException("the server sent an event that is not JSON", malformed);
        }
    }
}
