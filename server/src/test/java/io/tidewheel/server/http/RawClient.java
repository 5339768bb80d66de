package io.tidewheel.server.http;

import io.tidewheel.testing.PatientWaiting;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Sends exactly the bytes it is told to, and reads HTTP answers. */
final class RawClient implements AutoCloseable {
    /** An answer as it came; header names in lower case. */
    record Response(int status, Map<String, String> headers, String body) {}

    private final Socket socket = new Socket();
    private final InputStream in;

    RawClient(InetSocketAddress address) throws IOException {
        socket.connect(address);
        socket.setSoTimeout((int) PatientWaiting.LONGEST.toMillis());
        in = new BufferedInputStream(socket.getInputStream());
    }

    Socket socket() {
        return socket;
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** A request line, the usual host, these header lines, and the end of the head. */
    RawClient request(String line, String... headers) throws IOException {
        var text = new StringBuilder(line).append(" HTTP/1.1\r\nHost: localhost\r\n");
        for (var header : headers) {
            text.append(header).append("\r\n");
        }
        return send(text.append("\r\n").toString());
    }

    Response response() throws IOException {
        var status = line();
        var headers = new LinkedHashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new Response(Integer.parseInt(status.split(" ")[1]), headers, body(headers));
    }

    /** The rest of what the server sends before it closes. */
    String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    byte[] nextBytes(int count) throws IOException {
        return in.readNBytes(count);
    }

    boolean isAtEnd() throws IOException {
        return in.read() < 0;
    }

    String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection after '%s'".formatted(line));
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).replace("\r", "");
    }

    private String body(Map<String, String> headers) throws IOException {
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
