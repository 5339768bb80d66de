package io.tidewheel.server.http;

import io.tidewheel.server.Caller;
import java.util.Optional;

/** The valid tokens. Compares in a way that tells nothing by its duration. */
@FunctionalInterface
public interface Credentials {
    /** Whose token this is; empty if it is nobody's, expired or revoked. */
    Optional<Caller> callerOf(String token);
}
