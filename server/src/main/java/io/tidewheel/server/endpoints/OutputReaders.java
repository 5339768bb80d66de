package io.tidewheel.server.endpoints;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.OutputReader;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how far the readers of single commands have come, and forgets output that was read and is not to be kept. It is written down now
 * and then only: what was read meanwhile is merely there a little longer. Safe for many threads.
 */
public final class OutputReaders {
    /** The number of the piece of a run's course that tells how far its reader is. Runs of tasks have no other pieces. */
    private static final int PIECE = 0;

    private static final long BYTES_BETWEEN_NOTES = 4L << 20;
    private static final Duration BETWEEN_NOTES = Duration.ofSeconds(2);
    private static final int MOST_READERS = 10_000;

    private static final class Place {
        int attempt;
        long stdout;
        long stderr;
        long noted;
        long notedNanos;
        long beat;
    }

    private final Archive archive;
    private final Time time;
    private final RandomGenerator random;
    private final Map<RunId, Place> places = new LinkedHashMap<>();

    public OutputReaders(Archive archive, Time time, RandomGenerator random) {
        this.archive = archive;
        this.random = random;
        this.time = time;
    }

    /** What the reader of a run last told, to whatever server. */
    public static OutputReader find(Archive archive, long run) {
        try {
            var piece = archive.course(new RunId(run), PIECE, 1).get(PIECE);
            return piece == null ? OutputReader.getDefaultInstance() : OutputReader.parseFrom(piece.bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new StoreFailure("read how far the output of run " + run + " was read", strange);
        }
    }

    /**
     * Somebody has read a stream of a chain up to an offset, and may go on.
     *
     * @param keep what begins behind so many bytes is forgotten
     * @param last there is no more
     */
    public void read(ChainId chain, int attempt, LogStream stream, long offset, long keep, boolean last) {
        var note = advance(chain.run(), attempt, stream, offset, last);
        if (note == null) return;
        var pieces = new TreeMap<Integer, Payload>();
        pieces.put(PIECE, Payload.of(note.toByteArray()));
        archive.keepCourse(chain.run(), pieces);
        archive.trimLog(chain, attempt, LogStream.STDOUT, keep, note.getStdout());
        archive.trimLog(chain, attempt, LogStream.STDERR, keep, note.getStderr());
    }

    /** What is to be written down; null if nothing is. */
    private synchronized @Nullable OutputReader advance(
            RunId run, int attempt, LogStream stream, long offset, boolean last) {
        var place = places.computeIfAbsent(run, _ -> new Place());
        if (place.attempt != attempt) {
            place.attempt = attempt;
            place.stdout = 0;
            place.stderr = 0;
            place.noted = 0;
        }
        if (stream == LogStream.STDOUT) place.stdout = Math.max(place.stdout, offset);
        else place.stderr = Math.max(place.stderr, offset);
        long total = place.stdout + place.stderr;
        long now = time.nanos();
        boolean due = place.beat == 0
                || total - place.noted >= BYTES_BETWEEN_NOTES
                || now - place.notedNanos >= BETWEEN_NOTES.toNanos();
        if (last) places.remove(run);
        else if (places.size() > MOST_READERS)
            places.remove(places.keySet().iterator().next());
        if (!due && !last) return null;
        place.noted = total;
        place.notedNanos = now;
        // Another server may have noted the last one.
        place.beat = random.nextLong(1, Long.MAX_VALUE);
        return OutputReader.newBuilder()
                .setAttempt(attempt)
                .setStdout(place.stdout)
                .setStderr(place.stderr)
                .setBeat(place.beat)
                .build();
    }
}
