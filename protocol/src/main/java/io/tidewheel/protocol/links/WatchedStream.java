package io.tidewheel.protocol.links;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What comes from somebody who always says something now and then: it breaks when nothing has come for too long. */
final class WatchedStream extends FilterInputStream {
    private static final long LOOK_NANOS = Duration.ofMillis(500).toNanos();

    private final AtomicLong waitsSince = new AtomicLong(Long.MAX_VALUE);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final long limit;
    private volatile boolean silent;

    WatchedStream(InputStream in, Duration limit) {
        super(in);
        this.limit = limit.toNanos();
        Thread.ofVirtual().name("silence").start(this::watch);
    }

    private void watch() {
        try {
            while (!closed.await(LOOK_NANOS, TimeUnit.NANOSECONDS)) {
                long since = waitsSince.get();
                if (since == Long.MAX_VALUE || System.nanoTime() - since < limit) continue;
                silent = true;
                in.close();
                return;
            }
        } catch (InterruptedException | IOException ending) {
            // whoever reads notices
        }
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
        waitsSince.set(System.nanoTime());
        try {
            int read = in.read(bytes, from, count);
            if (silent) throw new IOException("nothing has come for too long");
            return read;
        } catch (IOException broken) {
            if (silent) throw new IOException("nothing has come for too long", broken);
            throw broken;
        } finally {
            waitsSince.set(Long.MAX_VALUE);
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        in.close();
    }
}
