package io.tidewheel.model;

import java.time.Instant;
import java.util.Optional;

/** A credential. Only the hash of the secret is kept. */
public record TokenRecord(
        String id,
        String hash,
        Role role,
        Owner owner,
        String note,
        Instant created,
        Optional<Instant> expires,
        Optional<Instant> revoked) {
    public boolean isValid(Instant now) {
        return revoked.isEmpty() && expires.map(now::isBefore).orElse(true);
    }
}
