package io.tidewheel.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes that the engine keeps and hands on without looking inside: a command as the protocol writes it, or an agent's report. An empty
 * payload means "none".
 */
public final class Payload {
    public static final Payload NONE = new Payload(new byte[0]);

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Wraps without copying: the caller gives the array away. */
    public static Payload of(byte[] bytes) {
        return bytes.length == 0 ? NONE : new Payload(bytes);
    }

    /** The bytes themselves, not a copy: to be read only. */
    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return bytes.length;
    }

    public boolean isEmpty() {
        return bytes.length == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload payload && Arrays.equals(bytes, payload.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length <= 64 ? new String(bytes, StandardCharsets.UTF_8) : bytes.length + " bytes";
    }
}
