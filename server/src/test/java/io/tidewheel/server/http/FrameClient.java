package io.tidewheel.server.http;

import io.tidewheel.server.http.h2.ClientPreface;
import io.tidewheel.testing.PatientWaiting;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http2.config.H2Param;
import org.apache.hc.core5.http2.config.H2Setting;
import org.apache.hc.core5.http2.frame.DefaultFrameFactory;
import org.apache.hc.core5.http2.frame.FrameFactory;
import org.apache.hc.core5.http2.frame.FrameFlag;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.apache.hc.core5.http2.hpack.HPackEncoder;
import org.apache.hc.core5.http2.hpack.HPackException;
import org.apache.hc.core5.http2.impl.io.FrameInputBuffer;
import org.apache.hc.core5.http2.impl.io.FrameOutputBuffer;
import org.apache.hc.core5.util.ByteArrayBuffer;

/** Sends exactly the frames of HTTP/2 it is told to, without TLS, and reads those that come back. */
final class FrameClient implements AutoCloseable {
    static final FrameFactory FRAMES = DefaultFrameFactory.INSTANCE;
    private static final int MAX_FRAME = 16_384;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final FrameInputBuffer frames = new FrameInputBuffer(MAX_FRAME);
    private final FrameOutputBuffer writer = new FrameOutputBuffer(1 << 20);
    private final HPackEncoder encoder = new HPackEncoder(4_096, StandardCharsets.ISO_8859_1);
    private final HPackDecoder decoder = new HPackDecoder(4_096, StandardCharsets.ISO_8859_1);

    /** An answer that has come as a whole. */
    record StreamAnswer(int status, List<Header> headers, String body) {}

    private FrameClient(InetSocketAddress address) throws IOException {
        socket.connect(address);
        socket.setSoTimeout((int) PatientWaiting.LONGEST.toMillis());
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Connected, and not a word said. */
    static FrameClient silent(InetSocketAddress address) throws IOException {
        return new FrameClient(address);
    }

    static FrameClient open(InetSocketAddress address, H2Setting... settings) throws IOException {
        var client = silent(address);
        client.bytes(ClientPreface.bytes());
        client.send(FRAMES.createSettings(settings));
        return client;
    }

    /** One that opens no window until it is told to. */
    static FrameClient closed(InetSocketAddress address) throws IOException {
        return open(address, new H2Setting(H2Param.INITIAL_WINDOW_SIZE, 0));
    }

    FrameClient bytes(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    FrameClient send(RawFrame frame) throws IOException {
        writer.write(frame, socket.getOutputStream());
        return this;
    }

    FrameClient send(FrameType type, int flags, int stream, byte[] payload) throws IOException {
        return send(new RawFrame(type.getValue(), flags, stream, ByteBuffer.wrap(payload)));
    }

    static List<Header> request(String method, String path, String... more) {
        var headers = new ArrayList<Header>(List.of(
                new BasicHeader(":method", method),
                new BasicHeader(":scheme", "http"),
                new BasicHeader(":path", path),
                new BasicHeader(":authority", "localhost")));
        for (var header : more) {
            int colon = header.indexOf(": ");
            headers.add(new BasicHeader(header.substring(0, colon), header.substring(colon + 2)));
        }
        return headers;
    }

    ByteBuffer packed(List<Header> headers) throws IOException {
        var block = new ByteArrayBuffer(256);
        encoder.encodeHeaders(block, headers, true);
        return ByteBuffer.wrap(block.toByteArray());
    }

    FrameClient headers(int stream, List<Header> headers, boolean last) throws IOException {
        return send(FRAMES.createHeaders(stream, packed(headers), true, last));
    }

    FrameClient get(int stream, String path, String... more) throws IOException {
        return headers(stream, request("GET", path, more), true);
    }

    FrameClient data(int stream, String text, boolean last) throws IOException {
        return send(FRAMES.createData(stream, ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)), last));
    }

    /** The next frame, its content its own; empty at the end of the connection. */
    Optional<RawFrame> next() throws IOException {
        try {
            var frame = frames.read(in);
            var payload = frame.getPayload();
            var copy = ByteBuffer.allocate(payload == null ? 0 : payload.remaining());
            if (payload != null) copy.put(payload).flip();
            return Optional.of(new RawFrame(frame.getType(), frame.getFlags(), frame.getStreamId(), copy));
        } catch (IOException end) {
            return Optional.empty();
        }
    }

    private List<Header> unpacked(RawFrame frame) throws IOException {
        try {
            return decoder.decodeHeaders(frame.getPayload());
        } catch (HPackException e) {
            throw new IOException(e);
        }
    }

    RawFrame next(FrameType type) throws IOException {
        while (true) {
            var frame = next().orElseThrow(() -> new IOException("the connection ended before a frame " + type));
            if (frame.isType(type)) return frame;
            if (frame.isType(FrameType.HEADERS)) unpacked(frame);
        }
    }

    /** The code of the frame that ends the connection; it has ended then. */
    int goodbye() throws IOException {
        var frame = next(FrameType.GOAWAY);
        var payload = frame.getPayload();
        payload.getInt();
        int code = payload.getInt();
        while (next().isPresent()) continue;
        return code;
    }

    /** Reads until everything has come that belongs to a stream. */
    StreamAnswer answer(int stream) throws IOException {
        List<Header> headers = List.of();
        var body = new ByteArrayOutputStream();
        while (true) {
            var frame = next().orElseThrow(() -> new IOException("the connection ended before the answer"));
            if (frame.isType(FrameType.HEADERS)) {
                var decoded = unpacked(frame);
                if (frame.getStreamId() == stream) headers = decoded;
            } else if (frame.isType(FrameType.RST_STREAM) && frame.getStreamId() == stream) {
                throw new IOException("reset with code " + frame.getPayload().getInt());
            } else if (frame.isType(FrameType.DATA) && frame.getStreamId() == stream) {
                var bytes = new byte[frame.getLength()];
                frame.getPayload().get(bytes);
                body.writeBytes(bytes);
            }
            boolean isEnd = Stream.of(FrameType.HEADERS, FrameType.DATA).anyMatch(frame::isType)
                    && frame.isFlagSet(FrameFlag.END_STREAM)
                    && frame.getStreamId() == stream;
            if (isEnd) return new StreamAnswer(status(headers), headers, body.toString(StandardCharsets.UTF_8));
        }
    }

    /** Zero if the headers were passed over before. */
    private static int status(List<Header> headers) {
        return headers.isEmpty() ? 0 : Integer.parseInt(headers.getFirst().getValue());
    }

    Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
