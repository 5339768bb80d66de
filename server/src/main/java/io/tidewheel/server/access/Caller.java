package io.tidewheel.server.access;

import io.tidewheel.model.Actor;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import java.util.Optional;

/** The user, agent or program at the other end, known by their token. */
public record Caller(Role role, Owner owner, String tokenId) {
    /** Admins act for everybody, others for their own owner only. */
    public Actor actor() {
        return new Actor(owner.name(), role == Role.ADMIN ? Optional.empty() : Optional.of(owner));
    }

    /** What belongs to nobody in particular is there for all. */
    public boolean maySee(Optional<Owner> other) {
        return other.isEmpty() || maySee(other.get());
    }

    public boolean maySee(Owner other) {
        return role == Role.ADMIN || (role != Role.AGENT && role != Role.SITE && owner.equals(other));
    }
}
