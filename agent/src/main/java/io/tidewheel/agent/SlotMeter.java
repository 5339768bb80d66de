package io.tidewheel.agent;

import io.tidewheel.protocol.wire.Heartbeat;
import java.time.Duration;

/** Measures the utilisation of the slots, if that is wanted, and puts it into heartbeats. */
final class SlotMeter {
    private final int slots;
    private final long interval;
    private final MachineLoad machine;
    private volatile boolean wanted = true;

    private long lastLook;
    private long lastBusyNanos;
    private float utilisation;
    private MachineLoad.Reading reading = MachineLoad.Reading.NONE;

    /** An interval of zero switches the measuring off. */
    SlotMeter(int slots, Duration interval, MachineLoad machine, long now) {
        this.slots = slots;
        this.interval = interval.toNanos();
        this.machine = machine;
        this.lastLook = now;
    }

    /** Whether the server wants to be told. */
    void setWanted(boolean byServer) {
        wanted = byServer;
    }

    /** How often to measure; never, for all practical purposes, if it is not wanted. */
    long intervalNanos() {
        return isOn() ? interval : Long.MAX_VALUE;
    }

    Heartbeat beat(long now, HeldChains.Totals totals) {
        if (!isOn()) return Heartbeat.getDefaultInstance();
        if (now - lastLook >= interval) look(now, totals.busyNanos());
        return Heartbeat.newBuilder()
                .setBusySlots(totals.running())
                .setUtilisation(utilisation)
                .setFinishedTotal(totals.finished())
                .setLoadAverage(reading.loadAverage())
                .setFreeMemoryBytes(reading.freeMemoryBytes())
                .build();
    }

    private void look(long now, long busyNanos) {
        double available = (double) (now - lastLook) * slots;
        utilisation = (float) Math.clamp((busyNanos - lastBusyNanos) / available, 0, 1);
        lastLook = now;
        lastBusyNanos = busyNanos;
        reading = machine.read();
    }

    private boolean isOn() {
        return wanted && interval > 0;
    }
}
