package io.tidewheel.protocol.links;

import io.tidewheel.model.Payload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A question to a queue.
 *
 * @param method as in HTTP
 * @param path what follows {@code /api/v1}, encoded, with its query
 * @param headers beside the token, which is not said again
 * @param content what is sent with it
 * @param patience how long its answer may take to begin; empty: for ever
 */
public record ApiCall(
        String method, String path, Map<String, String> headers, Content content, Optional<Duration> patience) {
    /** What is sent with a question. */
    public sealed interface Content {
        /** Nothing. */
        record Nothing() implements Content {}

        record Bytes(Payload payload) implements Content {}

        /** What is in this file. */
        record OfFile(Path file) implements Content {}
    }

    public ApiCall {
        headers = Map.copyOf(headers);
    }

    public static ApiCall of(String method, String path) {
        return new ApiCall(method, path, Map.of(), new Content.Nothing(), Optional.empty());
    }

    public ApiCall within(Duration limit) {
        return new ApiCall(method, path, headers, content, Optional.of(limit));
    }

    public ApiCall with(String header, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new ApiCall(method, path, more, content, patience);
    }

    public ApiCall bringing(Content other, String type) {
        return new ApiCall(method, path, headers, other, patience).with("Content-Type", type);
    }
}
