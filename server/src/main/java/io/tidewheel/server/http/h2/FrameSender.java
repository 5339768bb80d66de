package io.tidewheel.server.http.h2;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http2.frame.DefaultFrameFactory;
import org.apache.hc.core5.http2.frame.FrameFactory;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.apache.hc.core5.http2.hpack.HPackEncoder;
import org.apache.hc.core5.http2.impl.io.FrameOutputBuffer;
import org.apache.hc.core5.util.ByteArrayBuffer;

/** Sends the frames of all streams of a connection, one after the other. */
final class FrameSender {
    static final FrameFactory FRAMES = DefaultFrameFactory.INSTANCE;
    /** What everybody accepts without having said so. */
    static final int LARGEST_FRAME = 16_384;

    /** Headers and a short body leave together; what is longer gains nothing by another copy. */
    private static final int GATHERED_BYTES = 8 << 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final HPackEncoder encoder = new HPackEncoder(HeaderReader.TABLE_BYTES, StandardCharsets.ISO_8859_1);
    private final FrameOutputBuffer frames = new FrameOutputBuffer(LARGEST_FRAME);
    private final OutputStream out;

    FrameSender(OutputStream out) {
        this.out = new BufferedOutputStream(out, GATHERED_BYTES);
    }

    /** The peer keeps so much of our headers in mind at most; more would not help us. */
    void remembers(long bytes) {
        lock.lock();
        try {
            encoder.setMaxTableSize((int) Math.min(bytes, HeaderReader.TABLE_BYTES));
        } finally {
            lock.unlock();
        }
    }

    void send(RawFrame frame) throws IOException {
        lock.lock();
        try {
            frames.write(frame, out);
            out.flush();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends headers, and behind them perhaps the whole body. Headers change what later ones mean, so they are packed and sent in one step.
     *
     * @param body for which there is credit already
     * @param last nothing follows
     */
    void send(int stream, List<? extends Header> headers, ByteBuffer body, boolean last) throws IOException {
        lock.lock();
        try {
            writeHeaders(stream, headers, last && !body.hasRemaining());
            if (body.hasRemaining()) writeData(stream, body, last);
            out.flush();
        } finally {
            lock.unlock();
        }
    }

    void send(int stream, ByteBuffer data, boolean last) throws IOException {
        lock.lock();
        try {
            writeData(stream, data, last);
            out.flush();
        } finally {
            lock.unlock();
        }
    }

    private void writeHeaders(int stream, List<? extends Header> headers, boolean last) throws IOException {
        var packed = new ByteArrayBuffer(256);
        encoder.encodeHeaders(packed, headers, true);
        var block = ByteBuffer.wrap(packed.array(), 0, packed.length());
        var piece = next(block);
        frames.write(FRAMES.createHeaders(stream, piece, !block.hasRemaining(), last), out);
        while (block.hasRemaining()) {
            piece = next(block);
            frames.write(FRAMES.createContinuation(stream, piece, !block.hasRemaining()), out);
        }
    }

    private void writeData(int stream, ByteBuffer data, boolean last) throws IOException {
        do {
            var piece = next(data);
            frames.write(FRAMES.createData(stream, piece, last && !data.hasRemaining()), out);
        } while (data.hasRemaining());
    }

    private static ByteBuffer next(ByteBuffer from) {
        int length = Math.min(from.remaining(), LARGEST_FRAME);
        var piece = from.slice(from.position(), length);
        from.position(from.position() + length);
        return piece;
    }
}
