package io.tidewheel.model;

import java.util.List;
import java.util.Optional;

/**
 * The audit log as it lies in the store, and the seals of its blocks. Entries are written with the changes that they tell of; here they are only read. Safe
 * for many threads; each method may throw {@link StoreFailure}.
 */
public interface AuditStore {
    /** In the order of their numbers, above {@code after} up to {@code last}. */
    List<NumberedEntry> entries(long after, long last, int limit);

    /** The greatest number of an entry; 0 if there is none. */
    long lastEntry();

    Optional<AuditSeal> lastSeal();

    /** In the order of their numbers, above {@code after}. */
    List<AuditSeal> seals(long after, int limit);

    /** Keeps a seal. False, and nothing changed, if there is one of this number: of many servers that seal a block one decides. */
    boolean keep(AuditSeal seal);
}
