package io.tidewheel.server.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that may not be longer than its route allows, whatever its head said. */
final class LimitedBody extends FilterInputStream {
    private final long limit;
    private long total;

    LimitedBody(InputStream in, long limit) {
        super(in);
        this.limit = limit;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        count(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = super.read(into, offset, length);
        count(Math.max(0, read));
        return read;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(int bytes) {
        total += bytes;
        if (total > limit) {
            throw HttpProblem.tooLarge(limit).asException();
        }
    }
}
