package io.tidewheel.server.http.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What somebody says who wants a WebSocket (RFC 6455).
 *
 * @param accept proves that we have understood
 * @param namesProtocol whether the caller named ours; if it named any, one of them must be agreed to
 */
public record WebSocketHandshake(String accept, boolean namesProtocol) {
    public static final String NAME = "websocket";
    public static final String VERSION = "13";
    /** The one protocol that is spoken. */
    public static final String PROTOCOL = "tidewheel";
    /** Pages cannot set headers of a WebSocket; so the token may stand behind this, among the protocols. */
    public static final String TOKEN = "tidewheel.token.";

    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;

    /**
     * Reads the headers of a request.
     *
     * @throws IllegalArgumentException saying what is wrong with them
     */
    public static WebSocketHandshake of(Function<String, List<String>> headers) {
        if (!headers.apply("Sec-WebSocket-Version").equals(List.of(VERSION)))
            throw new IllegalArgumentException("the header Sec-WebSocket-Version must be " + VERSION);
        var keys = headers.apply("Sec-WebSocket-Key");
        if (keys.size() != 1 || !isKey(keys.getFirst()))
            throw new IllegalArgumentException(
                    "the header Sec-WebSocket-Key must be %d bytes in Base64".formatted(KEY_BYTES));
        return new WebSocketHandshake(
                acceptOf(keys.getFirst()), protocols(headers).anyMatch(PROTOCOL::equals));
    }

    private static Stream<String> protocols(Function<String, List<String>> headers) {
        return headers.apply("Sec-WebSocket-Protocol").stream()
                .flatMap(line -> Stream.of(line.split(",")))
                .map(String::strip);
    }

    /** The token that stands among the protocols. */
    public static Optional<String> tokenIn(Function<String, List<String>> headers) {
        return protocols(headers)
                .filter(name -> name.startsWith(TOKEN))
                .map(name -> name.substring(TOKEN.length()))
                .findFirst();
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException noBase64) {
            return false;
        }
    }

    private static String acceptOf(String key) {
        try {
            var hash = MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }

    /** How it is agreed to. Of the protocols ours alone is repeated: never the token. */
    public byte[] answer() {
        var text = new StringBuilder(
                        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n")
                .append("Sec-WebSocket-Accept: ")
                .append(accept)
                .append("\r\n");
        if (namesProtocol) text.append("Sec-WebSocket-Protocol: " + PROTOCOL + "\r\n");
        return text.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }
}
