package io.tidewheel.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** A file for browsers. */
public final class WebAsset {
    private final String contentType;
    private final byte[] bytes;
    private final String digest;

    WebAsset(String contentType, byte[] bytes) {
        this.contentType = contentType;
        this.bytes = bytes;
        this.digest = digest(bytes);
    }

    public String contentType() {
        return contentType;
    }

    /** The content; to be read only. */
    public byte[] bytes() {
        return bytes;
    }

    /** Changes with the content, as HTTP wants it. */
    public String etag() {
        return '"' + digest.substring(0, 22) + '"';
    }

    String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** SHA-256 in base 64. */
    static String digest(byte[] bytes) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
