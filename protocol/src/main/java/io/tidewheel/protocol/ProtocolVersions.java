package io.tidewheel.protocol;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Which versions understand each other. */
public final class ProtocolVersions {
    /** The version spoken by this release. */
    public static final int PROTOCOL = 1;

    /** The oldest version still understood. */
    public static final int OLDEST = 1;

    /** Both of them, and what lies between. */
    public static final ProtocolRange SPOKEN = new ProtocolRange(OLDEST, PROTOCOL);

    /** Both ends of an agent's connection remember so many lanes after each message; the one told first is forgotten first. */
    public static final int LANES_REMEMBERED = 1_024;

    private static final String SOFTWARE = read();

    private ProtocolVersions() {}

    /** The release of this software, as the build wrote it into the jar. */
    public static String software() {
        return SOFTWARE;
    }

    private static String read() {
        try (var text = ProtocolVersions.class.getResourceAsStream("version.txt")) {
            if (text == null) throw new IllegalStateException("version.txt is missing from the tidewheel-protocol jar");
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("version.txt cannot be read from the tidewheel-protocol jar", unreadable);
        }
    }
}
