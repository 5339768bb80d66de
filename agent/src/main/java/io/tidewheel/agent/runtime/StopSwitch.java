package io.tidewheel.agent.runtime;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Tells a running chain that it is to end. Can be flipped by any thread, at any time, once gently and once more at once. */
public final class StopSwitch {
    /** How a chain is to be ended; the later ones are more urgent. */
    public enum Urgency {
        NOT_ASKED,
        GENTLE,
        AT_ONCE
    }

    private volatile Urgency urgency = Urgency.NOT_ASKED;
    private @Nullable Consumer<Urgency> listener;

    public synchronized void flip(Urgency wanted) {
        if (wanted.compareTo(urgency) <= 0) return;
        urgency = wanted;
        if (listener != null) listener.accept(wanted);
    }

    public Urgency urgency() {
        return urgency;
    }

    public boolean isFlipped() {
        return urgency != Urgency.NOT_ASKED;
    }

    /** Has the action told of every flip, past ones included, until {@link #ignore}; it must not wait. */
    public synchronized void whenFlipped(Consumer<Urgency> action) {
        listener = action;
        if (isFlipped()) action.accept(urgency);
    }

    /** Lets the calling thread do nothing until so long after a reading of the clock, or until the switch is flipped. */
    public void sleep(long from, long duration, LongSupplier nanos) {
        var sleeper = Thread.currentThread();
        whenFlipped(_ -> LockSupport.unpark(sleeper));
        try {
            for (long left = left(from, duration, nanos);
                    left > 0 && !isFlipped();
                    left = left(from, duration, nanos)) {
                LockSupport.parkNanos(this, left);
            }
        } finally {
            ignore();
        }
    }

    private static long left(long from, long duration, LongSupplier nanos) {
        return duration - (nanos.getAsLong() - from);
    }

    /** After this returns the last action is not called any more. */
    public synchronized void ignore() {
        listener = null;
    }
}
