package io.tidewheel.cli.api;

import io.tidewheel.cli.text.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Asks a server. Refusals and unreachable servers are thrown as {@link io.tidewheel.cli.errors.CliError} with the right exit code. */
public interface ApiClient extends AutoCloseable {
    /** Answers what a GET answers; {@code path} begins behind {@code /api/v1} and is encoded. */
    JsonNode get(String path);

    JsonNode post(String path, JsonNode body, Map<String, String> headers);

    /** Answers what a POST answers that is not answered with JSON. */
    RawAnswer postForBytes(String path, JsonNode body);

    /** Brings the content of a file. */
    JsonNode put(String path, Path file);

    void delete(String path);

    /** Copies an answer that is not JSON, as it comes, until it ends. What {@code to} throws is passed on. */
    void copy(String path, OutputStream to) throws IOException;

    /** True if something may still happen to runs there by itself. */
    boolean isAlive();

    @Override
    void close();

    default JsonNode post(String path) {
        return post(path, JsonText.object(), Map.of());
    }

    /** Hands on the data of server-sent events until the listener says false or they end. */
    default void events(String path, Predicate<JsonNode> listener) {
        try {
            copy(path, new EventLines(listener));
        } catch (EventLines.Enough enough) {
            return;
        } catch (IOException broken) {
            throw ApiAnswers.unreachable("the connection broke: " + broken.getMessage());
        }
    }
}
