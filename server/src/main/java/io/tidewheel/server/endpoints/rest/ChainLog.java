package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.LogStream;
import io.tidewheel.server.http.RequestMemory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the output of a chain from where it was left, in pieces that fit into memory; goes on to the next attempt when there is one. */
final class ChainLog {
    private static final int PIECE = 256 << 10;

    private final Archive archive;
    private final ChainId id;
    private final Optional<Integer> onlyAttempt;
    private final Optional<Integer> tail;
    private final Map<LogStream, Long> positions = new EnumMap<>(LogStream.class);
    private int attempt;
    private boolean first = true;
    private boolean lineIsOpen;
    private boolean charged;

    ChainLog(
            Archive archive,
            ChainId id,
            Optional<Integer> onlyAttempt,
            List<LogStream> streams,
            long offset,
            Optional<Integer> tail) {
        this.archive = archive;
        this.id = id;
        this.onlyAttempt = onlyAttempt;
        this.tail = tail;
        streams.forEach(stream -> positions.put(stream, offset));
    }

    ChainId id() {
        return id;
    }

    /** Copies what has come since the last call; true if there was something. The first call may leave out all but the last lines. */
    boolean copyNew(ChainRecord chain, OutputStream out) throws IOException {
        int now = onlyAttempt.orElse(chain.attempt());
        if (now == 0) return false;
        if (attempt != 0 && attempt != now) positions.replaceAll((_, _) -> 0L);
        attempt = now;
        boolean any = false;
        boolean onlyTail = first && tail.isPresent();
        for (var stream : positions.keySet()) {
            boolean more = onlyTail ? copyTail(stream, out) : copy(stream, out);
            any = any || more;
        }
        first = false;
        return any;
    }

    /** True if a later attempt than the one that was asked for is there: nothing can come any more. */
    boolean isPast(ChainRecord chain) {
        return onlyAttempt.map(asked -> asked < chain.attempt()).orElse(false);
    }

    private boolean copyTail(LogStream stream, OutputStream out) throws IOException {
        var last = new LastLines(tail.orElseThrow());
        boolean any = copy(stream, last);
        last.writeTo(out);
        return any;
    }

    private boolean copy(LogStream stream, OutputStream out) throws IOException {
        // While it is written, a piece is in memory; how long that takes is the reader's decision.
        if (!charged) RequestMemory.charge(2L * PIECE);
        charged = true;
        boolean any = false;
        while (true) {
            long position = positions.getOrDefault(stream, 0L);
            var chunks = archive.log(id, attempt, stream, position, PIECE);
            for (var chunk : chunks) position = copy(chunk, position, out);
            if (position == positions.getOrDefault(stream, 0L)) return any;
            positions.put(stream, position);
            any = true;
        }
    }

    /** Returns the position after it. */
    private long copy(LogChunk chunk, long position, OutputStream out) throws IOException {
        if (chunk.offset() > position) leftOut(chunk.offset() - position, out);
        var bytes = chunk.bytes().bytes();
        int skip = (int) Math.min(bytes.length, Math.max(0, position - chunk.offset()));
        write(bytes, skip, out);
        long end = Math.max(position, chunk.offset() + bytes.length);
        long after = chunk.offset() + bytes.length + chunk.dropped();
        if (after > end) leftOut(after - end, out);
        return Math.max(end, after);
    }

    private void write(byte[] bytes, int skip, OutputStream out) throws IOException {
        if (skip == bytes.length) return;
        out.write(bytes, skip, bytes.length - skip);
        lineIsOpen = bytes[bytes.length - 1] != '\n';
    }

    private void leftOut(long bytes, OutputStream out) throws IOException {
        var note = "%s[%d bytes left out]\n".formatted(lineIsOpen ? "\n" : "", bytes);
        out.write(note.getBytes(StandardCharsets.US_ASCII));
        lineIsOpen = false;
    }
}
