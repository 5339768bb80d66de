package io.tidewheel.model;

import java.time.Duration;

/** What a machine costs: a price for each interval that it has begun. */
public record Billing(Money pricePerInterval, Duration interval) {
    public static final Billing FREE = new Billing(Money.ZERO, Duration.ofHours(1));

    public Billing {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("a billing interval is longer than nothing, not " + interval);
        }
    }
}
