package io.tidewheel.server.host;

import io.tidewheel.model.Database;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Looks every few seconds whether the store could take work, so that nobody has to lose some to find out. */
final class StoreWatch implements Runnable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(3);

    private final Database database;
    private final EngineHost host;
    private final CountDownLatch closing;

    StoreWatch(Database database, EngineHost host, CountDownLatch closing) {
        this.database = database;
        this.host = host;
        this.closing = closing;
    }

    @Override
    public void run() {
        try {
            while (!closing.await(BETWEEN_LOOKS.toNanos(), TimeUnit.NANOSECONDS))
                RepeatedStep.run("the store", () -> host.hindered(database.hindrance()));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
