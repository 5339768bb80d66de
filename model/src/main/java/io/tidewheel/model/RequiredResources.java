package io.tidewheel.model;

import org.jspecify.annotations.Nullable;

/** What a chain wants of whoever runs it: capabilities, and amounts of what can be counted. */
public record RequiredResources(Capabilities requires, Amounts amounts) implements Comparable<RequiredResources> {
    /** One that needs no amounts. */
    public static RequiredResources of(Capabilities requires) {
        return new RequiredResources(requires, Amounts.NONE);
    }

    public static RequiredResources of(String... capabilities) {
        return of(Capabilities.of(capabilities));
    }

    @Override
    public int compareTo(RequiredResources other) {
        int byRequires = requires.compareTo(other.requires);
        return byRequires != 0 ? byRequires : amounts.compareTo(other.amounts);
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RequiredResources that
                && requires.equals(that.requires)
                && amounts.equals(that.amounts);
    }

    @Override
    public int hashCode() {
        return 31 * requires.hashCode() + amounts.hashCode();
    }

    /** For people: {@code [docker, gpu] with memory 4 GiB}. */
    @Override
    public String toString() {
        return amounts.isNone() ? "[%s]".formatted(requires) : "[%s] with %s".formatted(requires, amounts);
    }
}
