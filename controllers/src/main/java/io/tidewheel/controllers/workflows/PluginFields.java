package io.tidewheel.controllers.workflows;

import io.tidewheel.model.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object that a plug-in has answered. What is wrong is an IllegalArgumentException that says where.
 *
 * @param place of the object within the answer
 */
record PluginFields(Map<?, ?> map, String place) {
    /** An object that has no other fields than these. */
    static PluginFields of(@Nullable Object value, String place, Set<String> known) {
        if (!(value instanceof Map<?, ?> map)) throw new IllegalArgumentException(place + " is no object");
        for (var name : map.keySet())
            if (!known.contains(String.valueOf(name)))
                throw new IllegalArgumentException("%s.%s is unknown".formatted(place, name));
        return new PluginFields(map, place);
    }

    static List<?> list(@Nullable Object value, String place) {
        if (value instanceof List<?> list) return list;
        throw new IllegalArgumentException(place + " is no list");
    }

    boolean has(String name) {
        return map.get(name) != null;
    }

    IllegalArgumentException wrong(String name, String what) {
        return new IllegalArgumentException("%s.%s %s".formatted(place, name, what));
    }

    /** One that is there, and not empty. */
    String text(String name) {
        var text = optionalText(name).orElseThrow(() -> wrong(name, "is missing"));
        if (text.isEmpty()) throw wrong(name, "is empty");
        return text;
    }

    Optional<String> optionalText(String name) {
        var value = map.get(name);
        if (value == null) return Optional.empty();
        if (value instanceof String text) return Optional.of(text);
        throw wrong(name, "is no text");
    }

    PluginFields object(String name, Set<String> known) {
        return of(map.get(name), place + "." + name, known);
    }

    List<?> list(String name) {
        return has(name) ? list(map.get(name), place + "." + name) : List.of();
    }

    List<String> texts(String name) {
        var texts = new ArrayList<String>();
        for (var each : list(name)) {
            if (!(each instanceof String text)) throw wrong(name, "is no list of texts");
            texts.add(text);
        }
        return texts;
    }

    long whole(String name, long usual) {
        var value = map.get(name);
        if (value == null) return usual;
        if (value instanceof Long || value instanceof Integer) return ((Number) value).longValue();
        throw wrong(name, "is no whole number");
    }

    /** Milliseconds, or a text with a unit. */
    Duration time(String name, Duration usual) {
        if (!has(name)) return usual;
        if (map.get(name) instanceof String text) return Durations.parse(text);
        return Duration.ofMillis(whole(name, 0));
    }

    boolean flag(String name) {
        var value = map.get(name);
        if (value == null) return false;
        if (value instanceof Boolean flag) return flag;
        throw wrong(name, "is neither true nor false");
    }
}
