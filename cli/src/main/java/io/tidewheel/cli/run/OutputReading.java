package io.tidewheel.cli.run;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.RawAnswer;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads one output stream of a single command from a server, and passes it on byte for byte. Whoever reads us slowly makes the command wait; a
 * server that is restarted meanwhile is asked again from where we are.
 */
final class OutputReading {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BEFORE_ASKING_AGAIN = Duration.ofMillis(300);
    private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(3);

    private final ApiClient api;
    private final String path;
    private final String stream;
    private final long keep;
    private final OutputStream to;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile long attempt;
    private volatile long offset;
    private final AtomicLong leftOut = new AtomicLong();
    private volatile boolean broken;

    /** @param keep what begins behind so many bytes is forgotten when we have it */
    OutputReading(ApiClient api, long run, String stream, long keep, OutputStream to) {
        this.api = api;
        this.path = "/runs/%d/tasks/0/output".formatted(run);
        this.stream = stream;
        this.keep = keep;
        this.to = to;
    }

    /** Reads to the end, on the calling thread. What a server refuses, or does not answer for long, is thrown. */
    void read() {
        Thread.ofVirtual().name("signs of life").start(this::giveSigns);
        try {
            boolean last = false;
            while (!last && !broken) {
                var answer = next();
                attempt = answer.number("Tidewheel-Attempt");
                leftOut.addAndGet(answer.number("Tidewheel-Left-Out"));
                pass(answer.body());
                offset = answer.number("Tidewheel-Offset") + answer.body().length;
                last = answer.flag("Tidewheel-Last");
            }
        } finally {
            over.countDown();
        }
    }

    private RawAnswer next() {
        long since = System.nanoTime();
        while (true) {
            try {
                return ask(true);
            } catch (CliError error) {
                boolean hopeless = error.exitCode() != ExitCodes.UNREACHABLE
                        || System.nanoTime() - since > PATIENCE.toNanos()
                        || isOverWithin(BEFORE_ASKING_AGAIN);
                if (hopeless) throw error;
            }
        }
    }

    private RawAnswer ask(boolean wait) {
        var wish = JsonText.object();
        wish.put("stream", stream);
        wish.put("attempt", attempt);
        wish.put("offset", offset);
        wish.put("keep", keep);
        wish.put("wait", wait);
        return api.postForBytes(path, wish);
    }

    private void pass(byte[] bytes) {
        try {
            to.write(bytes);
            to.flush();
        } catch (IOException gone) {
            broken = true;
        }
    }

    /** Tells the server now and then that we are still there: while our own reader lets us wait, we ask for nothing. */
    private void giveSigns() {
        while (!isOverWithin(BETWEEN_SIGNS)) {
            if (attempt > 0) giveSign();
        }
    }

    private void giveSign() {
        try {
            ask(false);
        } catch (CliError unreachable) {
            return; // whoever reads notices it
        }
    }

    private boolean isOverWithin(Duration wait) {
        try {
            return over.await(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Whether the reader of our output has gone. */
    boolean isBroken() {
        return broken;
    }

    long offset() {
        return offset;
    }

    /** How many bytes were not there any more when we asked for them. */
    long leftOut() {
        return leftOut.get();
    }
}
