package io.tidewheel.model;

import java.time.Instant;

/**
 * Says of a block of entries of the audit log how they were written.
 *
 * @param number of the block, from 1 on without gaps
 * @param after the number of the last entry of the block before; 0 for the first block
 * @param last the number of the last entry of this block
 * @param at when it was sealed
 * @param previous the sum of the seal before; empty for the first
 * @param entries the numbers of all entries, and a code of each
 * @param sum a code of all of this, which nobody can make without the key
 */
public record AuditSeal(
        long number, long after, long last, Instant at, Payload previous, Payload entries, Payload sum) {
    public AuditSeal {
        if (number < 1) throw new IllegalArgumentException("blocks are numbered from 1 on, not " + number);
    }
}
