package io.tidewheel.agent;

import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.agent.runtime.StopSwitch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Which GPU each running chain has. How many fit is counted by the server; it may send a chain while the one that was to make room for it is
 * still ending, and then the new one waits.
 */
final class GpuPool {
    private static final long LOOK_FOR_STOP = Duration.ofMillis(50).toNanos();

    private final List<String> names;
    private final long most;
    private final LongSupplier nanos;
    private final Set<String> taken = new HashSet<>();

    /**
     * @param names of those that have one; the others are called by the numbers behind them
     * @param most how many there are; without limit if nobody has said
     */
    GpuPool(List<String> names, long most, LongSupplier nanos) {
        this.names = names;
        this.most = most;
        this.nanos = nanos;
    }

    /** Takes so many, waiting for them if need be; empty if the chain is to end, or there never will be so many. */
    synchronized Optional<List<String>> take(long count, StopSwitch stop, AttemptTimeLimits limits) {
        if (count == 0) return Optional.of(List.of());
        while (count <= most && !stop.isFlipped() && limits.left(nanos.getAsLong()) > 0) {
            if (taken.size() + count <= most) return Optional.of(takeNow((int) count));
            try {
                TimeUnit.NANOSECONDS.timedWait(this, LOOK_FOR_STOP);
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private List<String> takeNow(int count) {
        var own = new ArrayList<String>(count);
        for (int i = 0; own.size() < count; i++) {
            var name = i < names.size() ? names.get(i) : Integer.toString(i);
            if (taken.add(name)) own.add(name);
        }
        return own;
    }

    synchronized void release(Collection<String> own) {
        if (own.isEmpty()) return;
        taken.removeAll(own);
        notifyAll();
    }
}
