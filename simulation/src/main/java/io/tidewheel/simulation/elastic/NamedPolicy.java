package io.tidewheel.simulation.elastic;

import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;

/** A policy under the name it has in tables and pictures. */
public record NamedPolicy(String name, OwnerPolicy policy) {
    private static final String LEFT_TO_ENGINE = "@engine";

    /**
     * A policy as users type it, such as {@code pfa-ma:20}. With {@code @engine} behind its name it says only which machines there are, and
     * the engine decides which task runs where. Throws IllegalArgumentException, with a text for users, if there is none.
     */
    public static NamedPolicy of(String text, PolicyCatalogue known) {
        var name = text.strip();
        if (!name.endsWith(LEFT_TO_ENGINE)) return new NamedPolicy(name, known.policy(name));
        var policy = known.policy(name.substring(0, name.length() - LEFT_TO_ENGINE.length()));
        return new NamedPolicy(name, new LeftToEngine(policy));
    }

    /** The same for one that is built in. */
    public static NamedPolicy of(String text) {
        return of(text, PolicyCatalogue.standard());
    }

    @Override
    public String toString() {
        return name;
    }
}
