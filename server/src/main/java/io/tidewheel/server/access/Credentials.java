package io.tidewheel.server.access;

import java.util.Optional;

/** The valid tokens. Compares in a way that tells nothing by its duration. */
@FunctionalInterface
public interface Credentials {
    /**
     * The caller whose token this is; empty if it is nobody's, expired or revoked. Throws StoreFailure if nobody can tell at the moment.
     */
    Optional<Caller> callerOf(String token);
}
