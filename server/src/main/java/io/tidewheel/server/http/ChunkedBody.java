package io.tidewheel.server.http;

import io.helidon.common.buffers.DataReader;
import java.io.InputStream;

/**
 * A body in chunks, as it arrives. Whatever sizes the chunks say they have, no more is kept than has come in one piece; lines between
 * chunks are short, and extensions in them are passed over.
 */
final class ChunkedBody extends InputStream {
    private static final int LONGEST_LINE = 4 << 10;
    private static final int LONGEST_TRAILERS = 16 << 10;
    private static final int MOST_DIGITS = 15;

    private final DataReader in;
    private final long limit;
    private long told;
    /** How many bytes of the present chunk are left; -1 behind the last chunk. */
    private long left;

    private boolean begun;

    /** @param limit how long it may be: a chunk that says it goes beyond is not waited for */
    ChunkedBody(DataReader in, long limit) {
        this.in = in;
        this.limit = limit;
    }

    @Override
    public int read() {
        if (!isInChunk()) return -1;
        left--;
        return in.read() & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (length == 0) return 0;
        if (!isInChunk()) return -1;
        in.ensureAvailable();
        int count = (int) Math.min(Math.min(length, left), in.available());
        System.arraycopy(in.readBytes(count), 0, into, offset, count);
        left -= count;
        return count;
    }

    private boolean isInChunk() {
        if (left > 0) return true;
        if (left == 0) nextChunk();
        return left > 0;
    }

    private void nextChunk() {
        if (begun && !line(LONGEST_LINE).isEmpty()) throw malformed("a chunk is longer than it says");
        begun = true;
        left = size(line(LONGEST_LINE));
        told += left;
        if (told > limit) throw HttpProblem.tooLarge(limit).asException();
        if (left > 0) return;
        for (int room = LONGEST_TRAILERS; ; ) {
            int length = line(room).length();
            if (length == 0) break;
            room -= length;
        }
        left = -1;
    }

    /** The digits before an extension. */
    private static long size(String line) {
        int end = 0;
        while (end < line.length() && Character.digit(line.charAt(end), 16) >= 0 && line.charAt(end) < 0x7f) end++;
        var rest = line.substring(end).stripLeading();
        if (end == 0 || end > MOST_DIGITS || !(rest.isEmpty() || rest.startsWith(";")))
            throw malformed(
                    "a chunk begins with its size, a hexadecimal number below 2^60, alone or followed by a semicolon");
        return Long.parseLong(line, 0, end, 16);
    }

    private String line(int longest) {
        var line = new StringBuilder();
        while (true) {
            char next = (char) (in.read() & 0xff);
            if (next == '\n' && !line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
                return line.substring(0, line.length() - 1);
            }
            line.append(next);
            if (line.length() > longest)
                throw malformed("a line between chunks is longer than %d bytes".formatted(longest));
        }
    }

    private static ProblemException malformed(String what) {
        return HttpProblem.malformed("the body is not sent as the header Transfer-Encoding: chunked says: " + what)
                .asException();
    }
}
