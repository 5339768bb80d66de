package io.tidewheel.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Percent-encoding, read strictly: exactly UTF-8, no control characters. */
final class PercentEncoding {
    private PercentEncoding() {}

    /** The text behind the encoding, decoded once; empty if there is none. */
    static Optional<String> decode(String raw) {
        var bytes = ByteBuffer.allocate(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c > 0x7e) {
                return Optional.empty();
            }
            if (c == '%') {
                if (i + 2 >= raw.length() || !isHex(raw.charAt(i + 1)) || !isHex(raw.charAt(i + 2))) {
                    return Optional.empty();
                }
                c = (char) Integer.parseInt(raw, i + 1, i + 3, 16);
                i += 2;
            }
            bytes.put((byte) c);
        }
        return text(bytes.flip());
    }

    private static Optional<String> text(ByteBuffer bytes) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
            return text.chars().anyMatch(Character::isISOControl) ? Optional.empty() : Optional.of(text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean isHex(char c) {
        return Character.digit(c, 16) >= 0 && c < 0x80;
    }
}
