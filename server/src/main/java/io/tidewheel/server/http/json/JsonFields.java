package io.tidewheel.server.http.json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields an object may have, and how each is read into a draft of kind {@code B}. */
public final class JsonFields<B> {
    /** Reads the value on which the reader stands. */
    @FunctionalInterface
    public interface Part<B> {
        void read(B into, JsonReader in);
    }

    private final Map<String, Part<B>> parts = new LinkedHashMap<>();

    public JsonFields<B> with(String name, Part<B> part) {
        parts.put(name, part);
        return this;
    }

    @Nullable
    public Part<B> part(String name) {
        return parts.get(name);
    }

    public Set<String> names() {
        return parts.keySet();
    }
}
