package io.tidewheel.trials.faults;

import com.google.protobuf.CodedOutputStream;
import io.tidewheel.testing.PatientWaiting;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection to a server on which anything can be sent, also what no program of ours would send. */
final class RawLink implements AutoCloseable {
    private static final int PATIENCE_MILLIS = (int) PatientWaiting.LONGEST.toMillis();

    private final Socket socket;
    private final InputStream in;

    RawLink(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** A link of agents or of clients, upgraded. */
    static RawLink upgraded(int port, String path, String token) throws IOException {
        var link = new RawLink(port);
        link.upgrade(path, token);
        link.head();
        return link;
    }

    /** Asks to be upgraded. */
    void upgrade(String path, String token) throws IOException {
        send(
                "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: tidewheel\r\nAuthorization: Bearer %s\r\n\r\n"
                        .formatted(path, token));
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Sends a frame with this content. */
    void frame(byte[] content) throws IOException {
        var head = new ByteArrayOutputStream();
        var coded = CodedOutputStream.newInstance(head);
        coded.writeUInt32NoTag(content.length);
        coded.flush();
        send(head.toByteArray());
        send(content);
    }

    /** The content of the next frame; empty at the end. */
    byte[] answer() throws IOException {
        int first = in.read();
        if (first < 0) return new byte[0];
        int length = com.google.protobuf.CodedInputStream.readRawVarint32(first, in);
        return in.readNBytes(length);
    }

    /** The head of an answer, with its status in the first line. */
    String head() throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) break;
            head.append((char) next);
        }
        return head.toString();
    }

    /** Reads until the server has closed. */
    String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
