package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.server.http.h2.ClientPreface;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http2.frame.DefaultFrameFactory;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.apache.hc.core5.http2.hpack.HPackEncoder;
import org.apache.hc.core5.http2.impl.io.FrameOutputBuffer;
import org.apache.hc.core5.util.ByteArrayBuffer;

/** Connections of HTTP/2 that say anything, and many that begin with bodies and never end them. */
final class HostileFrames {
    private static final int RANDOM_CONNECTIONS = 60;
    private static final int RANDOM_FRAMES = 200;
    /** More than a heap of 128 MiB has room for, if each kept all that it may send at once. */
    private static final int WAITING_CONNECTIONS = 300;

    private static final int STREAMS = 5;
    private static final int BODY_BYTES = 12_000;

    private final TrialSite site;
    private final String token;

    HostileFrames(TrialSite site, String token) {
        this.site = site;
        this.token = token;
    }

    /** Frames of every kind with every content, behind a proper beginning. */
    void pourRandom(long seed) {
        var chance = new Random(seed);
        for (int i = 0; i < RANDOM_CONNECTIONS; i++) {
            try (var connection = new Talking()) {
                for (int j = 0; j < RANDOM_FRAMES; j++) connection.send(randomFrame(chance, connection));
            } catch (IOException closed) {
                // that is an answer, too
            }
            assertThat(site.program("server").isAlive()).as("seed %d", seed).isTrue();
        }
    }

    private RawFrame randomFrame(Random chance, Talking connection) throws IOException {
        int stream = chance.nextInt(8) == 0 ? 0 : 2 * chance.nextInt(20) + 1;
        if (chance.nextInt(3) == 0)
            return new RawFrame(FrameType.HEADERS.getValue(), 4 | chance.nextInt(2), stream, connection.request());
        var content = new byte[chance.nextInt(4) == 0 ? chance.nextInt(9_000) : chance.nextInt(16)];
        chance.nextBytes(content);
        return new RawFrame(chance.nextInt(12), chance.nextInt(256), stream, ByteBuffer.wrap(content));
    }

    /** Bodies that begin and do not go on, all at a time; the caller closes them. */
    List<AutoCloseable> beginBodies() throws IOException {
        var open = new ArrayList<AutoCloseable>();
        for (int i = 0; i < WAITING_CONNECTIONS; i++) {
            var connection = new Talking();
            open.add(connection);
            try {
                for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                    connection.send(
                            DefaultFrameFactory.INSTANCE.createHeaders(stream, connection.request(), true, false));
                    connection.send(DefaultFrameFactory.INSTANCE.createData(
                            stream, ByteBuffer.wrap(new byte[BODY_BYTES]), false));
                }
            } catch (IOException closed) {
                // where there is no memory for HTTP/2, it is not spoken
            }
        }
        return open;
    }

    /** One that has said how it speaks. */
    private final class Talking implements AutoCloseable {
        private final Socket socket = new Socket("127.0.0.1", site.port());
        private final FrameOutputBuffer frames = new FrameOutputBuffer(1 << 14);
        private final HPackEncoder encoder = new HPackEncoder(4_096, StandardCharsets.ISO_8859_1);

        Talking() throws IOException {
            socket.getOutputStream().write(ClientPreface.bytes());
            send(DefaultFrameFactory.INSTANCE.createSettings());
        }

        void send(RawFrame frame) throws IOException {
            frames.write(frame, socket.getOutputStream());
        }

        ByteBuffer request() throws IOException {
            var headers = List.<Header>of(
                    new BasicHeader(":method", "POST"),
                    new BasicHeader(":scheme", "http"),
                    new BasicHeader(":path", "/api/v1/runs"),
                    new BasicHeader(":authority", "localhost"),
                    new BasicHeader("authorization", "Bearer " + token));
            var block = new ByteArrayBuffer(256);
            encoder.encodeHeaders(block, headers, true);
            return ByteBuffer.wrap(block.toByteArray());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
