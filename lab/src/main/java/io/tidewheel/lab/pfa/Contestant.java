package io.tidewheel.lab.pfa;

import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.Policies;

/** A policy under the name it has in tables and pictures. */
public record Contestant(String name, OwnerPolicy policy) {
    /** A policy as users type it, such as {@code pfa-ma:20}. Throws IllegalArgumentException, with a text for users, if there is none. */
    public static Contestant of(String text) {
        return new Contestant(text.strip(), Policies.parse(text.strip()));
    }

    @Override
    public String toString() {
        return name;
    }
}
