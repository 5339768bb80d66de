package io.tidewheel.model;

import org.jspecify.annotations.Nullable;

/** The user or tenant that a run belongs to. It comes from the credential, never from a body. */
public record Owner(String name) implements Comparable<Owner> {
    public static final int MAX_LENGTH = 64;

    public Owner {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._@-]{0," + (MAX_LENGTH - 1) + "}")) {
            throw new IllegalArgumentException(
                    "owner '%s' is not a name: use 1 to %d letters, digits and . _ @ -, beginning with a letter or digit"
                            .formatted(name, MAX_LENGTH));
        }
    }

    @Override
    public int compareTo(Owner other) {
        return name.compareTo(other.name);
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Owner that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
