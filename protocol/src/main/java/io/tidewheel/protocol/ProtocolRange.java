package io.tidewheel.protocol;

import java.util.OptionalInt;

/**
 * The versions of the protocol that one side understands. Whoever connects says the newest one it speaks; the other side answers with the
 * newest that both speak, and the link is used in that. So a release and the one after it work together, whoever of the two is newer.
 */
public record ProtocolRange(int oldest, int newest) {
    public ProtocolRange {
        if (oldest < 1 || newest < oldest) {
            throw new IllegalArgumentException("there are no versions from %d to %d".formatted(oldest, newest));
        }
    }

    /** The version to use with a peer that speaks none newer than this; empty if the peer is too old. */
    public OptionalInt agreedWith(int newestOfPeer) {
        return newestOfPeer < oldest ? OptionalInt.empty() : OptionalInt.of(Math.min(newestOfPeer, newest));
    }

    /** Whether a peer that has answered with this version is understood. */
    public boolean includes(int version) {
        return version >= oldest && version <= newest;
    }

    @Override
    public String toString() {
        return oldest == newest ? "version " + oldest : "versions %d to %d".formatted(oldest, newest);
    }
}
