package io.tidewheel.server.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields an object may have, and how each is read into a draft of kind {@code B}. */
final class JsonFields<B> {
    /** Reads the value on which the reader stands. */
    @FunctionalInterface
    interface Part<B> {
        void read(B into, JsonReader in);
    }

    private final Map<String, Part<B>> parts = new LinkedHashMap<>();

    JsonFields<B> with(String name, Part<B> part) {
        parts.put(name, part);
        return this;
    }

    @Nullable
    Part<B> part(String name) {
        return parts.get(name);
    }

    Set<String> names() {
        return parts.keySet();
    }
}
