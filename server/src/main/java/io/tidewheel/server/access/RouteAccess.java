package io.tidewheel.server.access;

import io.tidewheel.model.Role;
import java.util.EnumSet;
import java.util.Set;

/** Who may use a route. */
public sealed interface RouteAccess {
    /** Anybody, without a token. */
    record Open() implements RouteAccess {}

    /** The bearers of a valid token with one of these roles. */
    record Only(Set<Role> roles) implements RouteAccess {
        public Only {
            if (roles.isEmpty()) {
                throw new IllegalArgumentException("a route that nobody may use");
            }
            roles = Set.copyOf(roles);
        }
    }

    /**
     * The bearers whom the other access admits; and anybody who asks for a page and shows no token, as browsers do when an address is
     * typed.
     */
    record PageOr(Only other) implements RouteAccess {}

    /**
     * For whoever shows a token, the other access decides; anybody who shows none is admitted, since the address may be a permission by
     * itself. The handler checks that, and what the bearer of a token may see.
     */
    record SignedOr(Only other) implements RouteAccess {}

    static RouteAccess open() {
        return new Open();
    }

    /** The bearers of one of these roles, and the administrator. */
    static Only only(Role... roles) {
        var all = EnumSet.of(Role.ADMIN);
        all.addAll(Set.of(roles));
        return new Only(all);
    }
}
