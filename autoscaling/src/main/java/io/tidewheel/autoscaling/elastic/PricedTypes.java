package io.tidewheel.autoscaling.elastic;

/** What policies that count money want of the types of machines. */
final class PricedTypes {
    private PricedTypes() {}

    /** Throws IllegalArgumentException if a type is free of charge: shares of a budget mean nothing then. */
    static void check(OwnerObservation seen) {
        for (var type : seen.types()) {
            if (type.charge().isZero()) {
                throw new IllegalArgumentException(
                        "a machine of type %s costs nothing, and this policy divides a budget: give it a price"
                                .formatted(type.type().name()));
            }
        }
    }

    /** The budget is less than the price of the cheapest machine. */
    static boolean cannotBuyOne(OwnerObservation seen) {
        return seen.types().stream().allMatch(type -> type.charge().compareTo(seen.budget()) > 0);
    }
}
