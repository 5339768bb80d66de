package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.Billing;
import io.tidewheel.model.Money;
import java.time.Duration;

/**
 * A kind of machine that can be had.
 *
 * @param billing what one costs, and for how long it is paid each time
 * @param limit how many there may be in the whole system
 * @param slots how many tasks one runs at the same time
 */
public record MachineType(String name, Billing billing, int limit, Duration bootDelay, int slots) {
    public MachineType {
        if (name.isBlank()) throw new IllegalArgumentException("a machine type has a name");
        if (limit < 0)
            throw new IllegalArgumentException("the limit of type %s is not negative, but %d".formatted(name, limit));
        if (bootDelay.isNegative())
            throw new IllegalArgumentException(
                    "the boot delay of type %s is not negative, but %s".formatted(name, bootDelay));
        if (slots < 1)
            throw new IllegalArgumentException(
                    "a machine of type %s has at least 1 slot, not %d".formatted(name, slots));
    }

    /** A type that boots at once and runs one task at a time. */
    public static MachineType of(String name, Billing billing, int limit) {
        return new MachineType(name, billing, limit, Duration.ZERO, 1);
    }

    public Money price() {
        return billing.pricePerInterval();
    }
}
