package io.tidewheel.model;

import java.util.Optional;

/** The caller who asks for a change, and whose runs they may touch; nobody named means everybody's. */
public record Actor(String who, Optional<Owner> only) {
    public static Actor anyone(String who) {
        return new Actor(who, Optional.empty());
    }

    public static Actor of(Owner owner) {
        return new Actor(owner.name(), Optional.of(owner));
    }
}
