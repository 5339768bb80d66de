package io.tidewheel.server.http.h2;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.apache.hc.core5.http2.hpack.HPackException;
import org.apache.hc.core5.http2.hpack.HeaderListConstraintException;

/** Gathers the headers of one request, which may come in several frames with nothing between them, and decodes them. */
final class HeaderReader {
    static final int TABLE_BYTES = 4_096;

    private final HPackDecoder decoder = new HPackDecoder(TABLE_BYTES, StandardCharsets.ISO_8859_1);
    private final int limit;
    private final ByteArrayOutputStream block = new ByteArrayOutputStream(512);
    private int stream;
    private boolean endsStream;

    HeaderReader(int limit) {
        this.limit = limit;
        decoder.setMaxListSize(limit);
    }

    /** The stream whose headers are not complete; 0 if there is none. */
    int unfinished() {
        return stream;
    }

    boolean endsStream() {
        return endsStream;
    }

    void begin(int of, boolean last) {
        stream = of;
        endsStream = last;
        block.reset();
    }

    void add(ByteBuffer fragment) throws H2ConnectionException {
        if (block.size() + fragment.remaining() > limit) throw tooLong();
        while (fragment.hasRemaining()) block.write(fragment.get());
    }

    /** All of it. What cannot be decoded ends the connection: nobody knows any more what the next headers would mean. */
    List<Header> finish() throws H2ConnectionException {
        stream = 0;
        try {
            return decoder.decodeHeaders(ByteBuffer.wrap(block.toByteArray()));
        } catch (HeaderListConstraintException e) {
            throw tooLong();
        } catch (HPackException | RuntimeException e) {
            throw new H2ConnectionException(H2Error.COMPRESSION_ERROR, "these headers cannot be decoded");
        }
    }

    private H2ConnectionException tooLong() {
        return new H2ConnectionException(
                H2Error.ENHANCE_YOUR_CALM, "the headers of a request exceed %d bytes".formatted(limit));
    }
}
