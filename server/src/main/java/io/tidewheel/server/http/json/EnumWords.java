package io.tidewheel.server.http.json;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Enumerations as they are written in JSON and queries: {@code exactly-once}. */
public final class EnumWords {
    private EnumWords() {}

    public static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static <E extends Enum<E>> Optional<E> find(Class<E> words, String text) {
        return Arrays.stream(words.getEnumConstants())
                .filter(word -> of(word).equals(text))
                .findFirst();
    }

    public static <E extends Enum<E>> String all(Class<E> words) {
        return Arrays.stream(words.getEnumConstants()).map(EnumWords::of).collect(Collectors.joining(", "));
    }
}
