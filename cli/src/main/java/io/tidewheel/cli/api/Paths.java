package io.tidewheel.cli.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A path with its query, encoded. */
public final class Paths {
    private final String text;

    private Paths(String text) {
        this.text = text;
    }

    /** @param path literal; parts that come from users go through {@link #part} */
    public static Paths of(String path) {
        return new Paths(path);
    }

    public static String part(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public Paths with(String name, String value) {
        return new Paths(text + (text.indexOf('?') < 0 ? '?' : '&') + name + '=' + part(value));
    }

    @Override
    public String toString() {
        return text;
    }
}
