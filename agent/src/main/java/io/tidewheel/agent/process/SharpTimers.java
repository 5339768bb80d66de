package io.tidewheel.agent.process;

/**
 * Has the calling thread woken on time where that can be said: a kernel that may, wakes threads up to 50 µs late, several at a time. Only for
 * as long as it is needed: processes that are started meanwhile would have it for good.
 */
public final class SharpTimers implements AutoCloseable {
    private static final boolean AVAILABLE = LinuxCalls.Availability.problem().isEmpty();
    private static final SharpTimers ONE = new SharpTimers();

    private SharpTimers() {}

    /** Makes the timers of this thread exact. The answer is to be closed by the same thread. */
    public static SharpTimers open() {
        if (AVAILABLE) LinuxCalls.timerSlack(1);
        return ONE;
    }

    @Override
    public void close() {
        if (AVAILABLE) LinuxCalls.timerSlack(0);
    }
}
