package io.tidewheel.server.http;

import io.helidon.http.Status;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Why a request was not fulfilled, for people and programs (RFC 9457).
 *
 * @param code a stable word
 * @param detail what is wrong, where, and what to do
 * @param headers what else belongs to the answer
 * @param more writes further fields
 */
public record HttpProblem(
        int status, String code, String detail, Map<String, String> headers, Consumer<JsonGenerator> more) {
    public static final String CONTENT_TYPE = "application/problem+json";

    private static final JsonFactory JSON = new JsonFactory();

    public HttpProblem {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("status %d is no problem".formatted(status));
        }
        headers = Map.copyOf(headers);
    }

    public static HttpProblem of(int status, String code, String detail) {
        return new HttpProblem(status, code, detail, Map.of(), _ -> {});
    }

    public static HttpProblem malformed(String detail) {
        return of(400, "malformed", detail);
    }

    public static HttpProblem notFound(String detail) {
        return of(404, "not-found", detail);
    }

    public static HttpProblem tooLarge(long limit) {
        return of(
                413,
                "too-large",
                "the body exceeds the %d bytes that are accepted here: send it in smaller parts".formatted(limit));
    }

    /** For a mistake of ours: the cause goes to the log, not to the caller. */
    static HttpProblem internal() {
        return of(500, "internal", "the server made a mistake; its log says more");
    }

    public HttpProblem with(String header, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new HttpProblem(status, code, detail, all, more);
    }

    /** The same with further fields. */
    public HttpProblem with(Consumer<JsonGenerator> fields) {
        return new HttpProblem(status, code, detail, headers, fields);
    }

    public ProblemException asException() {
        return new ProblemException(this);
    }

    public HttpAnswer answer() {
        return new HttpAnswer.Full(status, CONTENT_TYPE, json(), headers);
    }

    byte[] json() {
        var bytes = new ByteArrayOutputStream();
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("type", "urn:tidewheel:problem:" + code);
            json.writeStringProperty("title", Status.create(status).reasonPhrase());
            json.writeNumberProperty("status", status);
            json.writeStringProperty("code", code);
            json.writeStringProperty("detail", detail);
            more.accept(json);
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }
}
