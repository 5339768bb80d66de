package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What owners may spend, and which policy spends it.
 *
 * @param interval the time that budgets are for, and how often policies are asked that act at ticks
 * @param owners by their names
 * @param others for everybody who is not named; nobody else gets machines if it is empty
 */
public record Budgets(Duration interval, Map<Owner, Share> owners, Optional<Share> others) {
    /** What an owner may spend in an interval, and who decides how. */
    public record Share(Money budget, OwnerPolicy policy) {}

    public Budgets {
        if (interval.isNegative() || interval.isZero())
            throw new IllegalArgumentException("the interval of budgets is longer than nothing, not " + interval);
        owners = Collections.unmodifiableMap(new TreeMap<>(owners));
    }

    public Optional<Share> of(Owner owner) {
        return Optional.ofNullable(owners.get(owner)).or(() -> others);
    }
}
