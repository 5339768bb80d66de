package io.tidewheel.storage.sql;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts of users, kept as bytes: a database's own texts may not hold every character. */
public final class TextBytes {
    private TextBytes() {}

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
