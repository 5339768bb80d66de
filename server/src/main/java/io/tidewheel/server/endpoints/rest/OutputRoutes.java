package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunRecord;
import io.tidewheel.server.access.StreamAdmission;
import io.tidewheel.server.endpoints.RunFeed;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.RequestBodies;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hands the output of a command on to the one who reads it while it runs, piece by piece, byte for byte. Who asks for the next piece has the
 * last one: of what is not kept, it is forgotten then. A reader that asks for nothing makes the command wait.
 */
final class OutputRoutes {
    private static final int PIECE = 1 << 20;
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(20);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);
    /** Longer than this no request waits for output; the reader asks again. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final JsonFields<Wish> WISH = new JsonFields<Wish>()
            .with("stream", (wish, in) -> wish.stream = in.word(LogStream.class))
            .with("attempt", (wish, in) -> wish.attempt = in.integer(0, Integer.MAX_VALUE))
            .with("offset", (wish, in) -> wish.offset = in.whole(0, Long.MAX_VALUE / 2))
            .with("keep", (wish, in) -> wish.keep = in.whole(0, Long.MAX_VALUE / 2))
            .with("wait", (wish, in) -> wish.wait = in.flag());

    private static final class Wish {
        private LogStream stream = LogStream.STDOUT;
        /** 0: none was read yet. */
        private int attempt;

        private long offset;
        private long keep = Long.MAX_VALUE / 2;
        private boolean wait;
    }

    /** Bytes of one attempt, where they begin, how many before them were left out, and whether none can follow. */
    private record Piece(int attempt, long offset, long leftOut, Payload bytes, boolean last) {}

    private final ApiQueries backend;
    private final ChainRoutes chains;
    private final StreamAdmission admission;

    OutputRoutes(ApiQueries backend, ChainRoutes chains, StreamAdmission admission) {
        this.backend = backend;
        this.chains = chains;
        this.admission = admission;
    }

    HttpAnswer take(AdmittedRequest request) throws InterruptedException {
        var run = backend.run(request);
        var id = backend.chain(request, run);
        var wish = JsonReader.object(RequestBodies.json(request), WISH, new Wish());
        note(id, wish, false);
        try (var news = backend.server().feed().subscribe(status -> status.id().equals(run.id()))) {
            return answer(await(request, run, id, wish, news));
        }
    }

    private void note(ChainId id, Wish wish, boolean last) {
        if (wish.attempt == 0) return;
        backend.server().outputReaders().read(id, wish.attempt, wish.stream, wish.offset, wish.keep, last);
    }

    private Piece await(AdmittedRequest request, RunRecord run, ChainId id, Wish wish, RunFeed.Subscription news)
            throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (var wait = SHORTEST_WAIT; ; wait = longer(wait)) {
            // The state is read before the output: what ended before is complete.
            var chain = chains.find(backend.present(run.id()), id);
            var piece = next(chain, wish);
            if (piece != null) return piece;
            boolean over = !wish.wait || System.nanoTime() >= end || news.isOver();
            if (over || !admission.stands(request.caller()))
                return new Piece(wish.attempt, wish.offset, 0, Payload.NONE, false);
            news.next(wait);
            news.missedSomething();
        }
    }

    private static Duration longer(Duration wait) {
        return wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
    }

    /** What there is now; null if that is nothing. */
    private @Nullable Piece next(ChainRecord chain, Wish wish) {
        if (wish.attempt == 0 && chain.attempt() > 0) wish.attempt = 1;
        while (wish.attempt > 0) {
            var piece = read(chain.id(), wish);
            if (piece != null) return piece;
            if (wish.attempt >= chain.attempt()) break;
            // That attempt is over and read to its end.
            wish.attempt++;
            wish.offset = 0;
        }
        if (!chain.state().isFinal()) return null;
        note(chain.id(), wish, true);
        return new Piece(wish.attempt, wish.offset, 0, Payload.NONE, true);
    }

    private @Nullable Piece read(ChainId id, Wish wish) {
        long position = wish.offset;
        long leftOut = 0;
        var bytes = new ByteArrayOutputStream();
        for (var chunk : backend.archive().log(id, wish.attempt, wish.stream, position, PIECE)) {
            if (chunk.offset() > position) {
                if (bytes.size() > 0) break;
                leftOut += chunk.offset() - position;
                position = chunk.offset();
            }
            int skip = (int) Math.min(chunk.bytes().size(), position - chunk.offset());
            bytes.write(chunk.bytes().bytes(), skip, chunk.bytes().size() - skip);
            position = Math.max(position, chunk.offset() + chunk.bytes().size());
            long after = chunk.offset() + chunk.bytes().size() + chunk.dropped();
            if (after <= position) continue;
            if (bytes.size() > 0) break;
            leftOut += after - position;
            position = after;
        }
        if (position == wish.offset) return null;
        return new Piece(wish.attempt, position - bytes.size(), leftOut, Payload.of(bytes.toByteArray()), false);
    }

    private static HttpAnswer answer(Piece piece) {
        return new HttpAnswer.Full(
                200,
                "application/octet-stream",
                piece.bytes.bytes(),
                Map.of(
                        "Tidewheel-Attempt", Integer.toString(piece.attempt),
                        "Tidewheel-Offset", Long.toString(piece.offset),
                        "Tidewheel-Left-Out", Long.toString(piece.leftOut),
                        "Tidewheel-Last", Boolean.toString(piece.last)));
    }
}
