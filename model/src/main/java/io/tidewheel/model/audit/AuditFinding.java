package io.tidewheel.model.audit;

import io.tidewheel.model.AuditEntry;
import java.util.Optional;

/**
 * Something about the audit log that is not as it was written.
 *
 * @param seal the number of the block
 * @param entry the number of the entry; 0 if it is about the seal itself
 * @param found the entry as it is now, if there is one
 */
public record AuditFinding(What what, long seal, long entry, Optional<AuditEntry> found) {
    /** What has happened. */
    public enum What {
        ENTRY_CHANGED,
        ENTRY_REMOVED,
        ENTRY_ADDED,
        /** The seal was not made with the cluster's key, or was made for another place. */
        SEAL_FORGED,
        /** There are later ones, or it was seen before, and it is not there. */
        SEAL_MISSING,
        /** The seal is a good one, but not the one that was seen before: the log was made anew. */
        SEAL_REPLACED
    }

    static AuditFinding ofSeal(What what, long seal) {
        return new AuditFinding(what, seal, 0, Optional.empty());
    }

    /** False if it is about a seal. */
    public boolean isOfEntry() {
        return switch (what) {
            case ENTRY_CHANGED, ENTRY_REMOVED, ENTRY_ADDED -> true;
            case SEAL_FORGED, SEAL_MISSING, SEAL_REPLACED -> false;
        };
    }

    /** In words, for people. */
    @Override
    public String toString() {
        return switch (what) {
            case ENTRY_CHANGED -> "entry %d was changed (block %d)".formatted(entry, seal);
            case ENTRY_REMOVED -> "entry %d was removed (block %d)".formatted(entry, seal);
            case ENTRY_ADDED -> "entry %d was added (block %d)".formatted(entry, seal);
            case SEAL_FORGED ->
                "the seal of block %d was not made with the cluster's key: nobody can say whether its entries were changed"
                        .formatted(seal);
            case SEAL_MISSING ->
                "the seal of block %d is missing: it was removed, with or without its entries".formatted(seal);
            case SEAL_REPLACED ->
                "the seal of block %d is not the one that was there before: the log was made anew from there on, or earlier"
                        .formatted(seal);
        };
    }
}
