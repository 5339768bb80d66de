package io.tidewheel.server.http.json;

import io.tidewheel.server.http.HttpAnswer;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** How this interface writes JSON: token by token, without reflection. */
public final class JsonWriter {
    public static final int MAX_DEPTH = 32;
    public static final int MAX_TEXT = 2 << 20;

    public static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_TEXT)
                    .maxNameLength(1_000)
                    .maxNumberLength(100)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** For bodies that carry whole files. */
    public static final JsonFactory LARGE_TEXTS = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(64 << 20)
                    .maxNameLength(1_000)
                    .maxNumberLength(100)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final DateTimeFormatter INSTANT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private JsonWriter() {}

    /** An object whose inside is written by {@code inside}. */
    public static byte[] object(Consumer<JsonGenerator> inside) {
        var bytes = new ByteArrayOutputStream();
        try (var json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            inside.accept(json);
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    public static HttpAnswer.Full answer(int status, Consumer<JsonGenerator> inside) {
        return HttpAnswer.json(status, object(inside));
    }

    public static String text(Instant instant) {
        return INSTANT.format(instant);
    }

    public static void write(JsonGenerator json, String name, Instant instant) {
        json.writeStringProperty(name, text(instant));
    }

    public static void write(JsonGenerator json, String name, Optional<Instant> instant) {
        instant.ifPresent(at -> write(json, name, at));
    }

    public static void write(JsonGenerator json, String name, Duration duration) {
        json.writeNumberProperty(name, duration.truncatedTo(ChronoUnit.MICROS).toNanos() / 1e9);
    }

    public static void writeIfAny(JsonGenerator json, String name, String text) {
        if (!text.isEmpty()) json.writeStringProperty(name, text);
    }

    public static void writeTexts(JsonGenerator json, String name, Iterable<String> texts) {
        json.writeArrayPropertyStart(name);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }
}
