package io.tidewheel.server.http.h2;

import java.util.function.LongSupplier;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2Error;

/**
 * Counts what costs the server something and brings nobody further. A little of it is normal; who sends nothing else is sent away. Safe for
 * many threads.
 */
public final class FloodGuard {
    /** A window is opened again twice for what one frame of an answer took: for the stream and for the connection. */
    private static final int EARNED_BY_WORK = 4;

    private static final double SECOND = 1e9;

    private final LongSupplier nanos;
    private final Allowance frames;
    private final Allowance resets;

    public FloodGuard(int frames, int resets, LongSupplier nanos) {
        this.nanos = nanos;
        this.frames = new Allowance(frames, nanos.getAsLong());
        this.resets = new Allowance(resets, nanos.getAsLong());
    }

    /** A frame that is no work. */
    public synchronized void idle() throws H2ConnectionException {
        if (!frames.takes(nanos.getAsLong())) {
            throw new H2ConnectionException(H2Error.ENHANCE_YOUR_CALM, "too many frames that ask for nothing");
        }
    }

    /** A frame that carried a part of a request or of an answer. */
    public synchronized void worked() {
        frames.earns(EARNED_BY_WORK);
    }

    /** A request that nobody wants answered any more, whoever took it back. */
    public synchronized void reset() throws H2ConnectionException {
        if (!resets.takes(nanos.getAsLong())) {
            throw new H2ConnectionException(H2Error.ENHANCE_YOUR_CALM, "too many requests that are taken back");
        }
    }

    private static final class Allowance {
        private final int most;
        private double left;
        private long last;

        Allowance(int most, long now) {
            this.most = most;
            left = most;
            last = now;
        }

        void earns(double more) {
            left = Math.min(most, left + more);
        }

        boolean takes(long now) {
            earns((now - last) / SECOND * most / 10);
            last = now;
            if (left < 1) return false;
            left--;
            return true;
        }
    }
}
