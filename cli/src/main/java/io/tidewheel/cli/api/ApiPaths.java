package io.tidewheel.cli.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A path with its query, encoded. */
public final class ApiPaths {
    private final String text;

    private ApiPaths(String text) {
        this.text = text;
    }

    /** @param path literal; parts that come from users go through {@link #part} */
    public static ApiPaths of(String path) {
        return new ApiPaths(path);
    }

    public static String part(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public ApiPaths with(String name, String value) {
        return new ApiPaths(text + (text.indexOf('?') < 0 ? '?' : '&') + name + '=' + part(value));
    }

    @Override
    public String toString() {
        return text;
    }
}
