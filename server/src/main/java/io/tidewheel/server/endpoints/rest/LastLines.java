package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.http.RequestMemory;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;

/** Keeps the last lines of what is written to it, and of a flood of long lines the last bytes. */
final class LastLines extends OutputStream {
    private static final int MOST_BYTES = 8 << 20;

    private static final class Piece {
        final byte[] bytes;
        final int lines;

        Piece(byte[] bytes) {
            this.bytes = bytes;
            this.lines = ends(bytes);
        }
    }

    private final int wanted;
    private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
    private long bytes;
    private long lines;
    private long charged;

    LastLines(int wanted) {
        this.wanted = wanted;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        var copy = new byte[length];
        System.arraycopy(from, offset, copy, 0, length);
        var piece = new Piece(copy);
        pieces.add(piece);
        bytes += length;
        if (bytes > charged) {
            RequestMemory.charge(bytes - charged);
            charged = bytes;
        }
        lines += piece.lines;
        // One line more than wanted is kept: the last one may turn out to be complete.
        while (pieces.size() > 1 && (lines - pieces.getFirst().lines > wanted || bytes > MOST_BYTES)) {
            var gone = pieces.removeFirst();
            bytes -= gone.bytes.length;
            lines -= gone.lines;
        }
    }

    void writeTo(OutputStream out) throws IOException {
        if (wanted == 0 || pieces.isEmpty()) return;
        var end = pieces.getLast().bytes;
        boolean complete = end.length == 0 || end[end.length - 1] == '\n';
        long skip = lines - wanted + (complete ? 0 : 1);
        for (var piece : pieces) {
            int from = 0;
            while (skip > 0 && from < piece.bytes.length) {
                if (piece.bytes[from++] == '\n') skip--;
            }
            out.write(piece.bytes, from, piece.bytes.length - from);
        }
    }

    private static int ends(byte[] bytes) {
        int count = 0;
        for (byte each : bytes) if (each == '\n') count++;
        return count;
    }
}
