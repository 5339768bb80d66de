package io.tidewheel.server.endpoints.rest;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Puts a prefix before every line, and leaves out lines that do not contain the bytes looked for. */
final class LineFilter extends OutputStream {
    /** How much of a line is searched; of a longer one only the beginning. */
    private static final int LONGEST_LINE = 64 << 10;

    private final OutputStream out;
    private final Optional<byte[]> pattern;
    private final byte[] line = new byte[LONGEST_LINE];
    private byte[] prefix = new byte[0];
    private int length;
    private boolean decided;
    private boolean wanted;

    LineFilter(OutputStream out, Optional<byte[]> pattern) {
        this.out = out;
        this.pattern = pattern;
    }

    /** What comes now is of this chain. */
    LineFilter begin(int index) {
        prefix = (index + ": ").getBytes(StandardCharsets.US_ASCII);
        return this;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int count) throws IOException {
        for (int i = offset; i < offset + count; i++) {
            if (length == line.length) passOn();
            line[length++] = from[i];
            if (from[i] == '\n') {
                passOn();
                decided = false;
            }
        }
    }

    /** Ends a line that had no end of its own. */
    void end() throws IOException {
        if (length == 0 && !decided) return;
        write('\n');
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    private void passOn() throws IOException {
        if (!decided) {
            decided = true;
            wanted = pattern.map(this::contains).orElse(true);
            if (wanted) out.write(prefix);
        }
        if (wanted) out.write(line, 0, length);
        length = 0;
    }

    private boolean contains(byte[] wantedBytes) {
        for (int at = 0; at + wantedBytes.length <= length; at++) {
            int same = 0;
            while (same < wantedBytes.length && line[at + same] == wantedBytes[same]) same++;
            if (same == wantedBytes.length) return true;
        }
        return false;
    }
}
