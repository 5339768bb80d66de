package io.tidewheel.model;

import java.time.Duration;

/**
 * How long chains of a run kept slots of a machine, all together, in one of the times that the machine was paid for.
 *
 * @param period which time, counted from 0: each is as long as the machine's billing interval
 */
public record MachineUse(MachineId machine, long period, RunId run, Duration slotTime) {
    public MachineUse {
        if (period < 0) throw new IllegalArgumentException("a period is at least 0, not " + period);
        if (slotTime.isNegative()) throw new IllegalArgumentException("slotTime is not negative, but " + slotTime);
    }
}
