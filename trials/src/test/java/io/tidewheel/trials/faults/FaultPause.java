package io.tidewheel.trials.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Lets time pass in which the world goes on: a fault needs a while to do its harm. */
final class FaultPause {
    private FaultPause() {}

    static void of(Duration length) {
        long end = System.nanoTime() + length.toNanos();
        for (long left = length.toNanos(); left > 0; left = end - System.nanoTime()) LockSupport.parkNanos(left);
    }
}
