package io.tidewheel.model;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;

/**
 * Clocks and timers in one, for tests and the lab: time passes only when it is advanced, and timers go off in the order of their moments,
 * those of the same moment in the order in which they were set.
 */
public final class VirtualTime implements Time {
    private record Timer(long due, long order, Runnable action) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            return due == other.due ? Long.compare(order, other.order) : Long.compare(due, other.due);
        }
    }

    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final Instant start;
    private long nanos;
    private long nextOrder;
    private Duration wallShift = Duration.ZERO;

    public VirtualTime(Instant start) {
        this.start = start;
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos).plus(wallShift);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    /** Sets the wall clock forward or back; the monotonic one goes on undisturbed. */
    public void jumpWall(Duration by) {
        wallShift = wallShift.plus(by);
    }

    public void after(Duration delay, Runnable action) {
        timers.add(new Timer(nanos + Math.max(0, delay.toNanos()), nextOrder++, action));
    }

    /** Lets the next timer go off, if it is due within the time given. False if there is none. */
    public boolean step(Duration within) {
        var timer = timers.peek();
        if (timer == null || timer.due > nanos + within.toNanos()) return false;
        timers.remove();
        nanos = timer.due; // first the clock, then the action: it must see the instant it was set for
        timer.action.run();
        return true;
    }

    public void advance(Duration by) {
        long end = nanos + by.toNanos();
        while (step(Duration.ofNanos(end - nanos))) {
            // the step did the work
        }
        nanos = end;
    }

    public boolean isIdle() {
        return timers.isEmpty();
    }
}
