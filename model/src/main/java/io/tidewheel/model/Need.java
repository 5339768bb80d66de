package io.tidewheel.model;

import java.util.Comparator;

/** What a chain wants of whoever runs it: capabilities, and amounts of what can be counted. */
public record Need(Capabilities requires, Amounts amounts) implements Comparable<Need> {
    private static final Comparator<Need> ORDER =
            Comparator.comparing(Need::requires).thenComparing(Need::amounts);

    /** One that needs no amounts. */
    public static Need of(Capabilities requires) {
        return new Need(requires, Amounts.NONE);
    }

    public static Need of(String... capabilities) {
        return of(Capabilities.of(capabilities));
    }

    @Override
    public int compareTo(Need other) {
        return ORDER.compare(this, other);
    }

    /** For people: {@code [docker, gpu] with memory 4 GiB}. */
    @Override
    public String toString() {
        return amounts.isNone() ? "[%s]".formatted(requires) : "[%s] with %s".formatted(requires, amounts);
    }
}
