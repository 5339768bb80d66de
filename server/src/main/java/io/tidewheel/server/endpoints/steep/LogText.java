package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.LogStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What an attempt printed, as one text: standard output, then error output where it was kept apart; a note where something was left out. */
final class LogText {
    private static final int PIECE = 256 << 10;

    @FunctionalInterface
    private interface Sink {
        /** False if no more is wanted. */
        boolean take(byte[] bytes) throws IOException;
    }

    private final Archive archive;
    private final ChainId chain;
    private final int attempt;

    LogText(Archive archive, ChainId chain, int attempt) {
        this.archive = archive;
        this.chain = chain;
        this.attempt = attempt;
    }

    /** How long it is now; more may come while the chain runs. */
    long length() {
        var length = new long[1];
        try {
            each(bytes -> {
                length[0] += bytes.length;
                return true;
            });
        } catch (IOException impossible) {
            throw new IllegalStateException("counting writes nothing", impossible);
        }
        return length[0];
    }

    void copy(long from, long to, OutputStream out) throws IOException {
        var position = new long[1];
        each(bytes -> {
            long start = Math.max(from, position[0]);
            long end = Math.min(to, position[0] + bytes.length);
            if (start < end) out.write(bytes, (int) (start - position[0]), (int) (end - start));
            position[0] += bytes.length;
            return position[0] < to;
        });
    }

    private void each(Sink sink) throws IOException {
        for (var stream : LogStream.values()) if (!each(stream, sink)) return;
    }

    private boolean each(LogStream stream, Sink sink) throws IOException {
        long position = 0;
        while (true) {
            long before = position;
            for (var chunk : archive.log(chain, attempt, stream, position, PIECE)) {
                long missing = chunk.offset() - position;
                if (missing > 0 && !sink.take(note(missing))) return false;
                var bytes = chunk.bytes().bytes();
                if (bytes.length > 0 && chunk.offset() >= position && !sink.take(bytes)) return false;
                if (chunk.dropped() > 0 && !sink.take(note(chunk.dropped()))) return false;
                position = Math.max(position, chunk.offset() + bytes.length + chunk.dropped());
            }
            if (position == before) return true;
        }
    }

    private static byte[] note(long bytes) {
        return "\n[%d bytes left out]\n".formatted(bytes).getBytes(StandardCharsets.US_ASCII);
    }
}
