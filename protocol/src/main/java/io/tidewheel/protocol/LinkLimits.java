package io.tidewheel.protocol;

import com.google.protobuf.MessageLite;

/**
 * What a link bears.
 *
 * @param maxFrameBytes the largest message, in either direction
 * @param maxPendingBytes how much may wait for sending; one message is always accepted, whatever its size
 * @param maxObjects how many messages and texts may be in one message that comes in
 * @param frames what all links with these limits together may take for frames that are coming in
 * @param messages the same for the messages that are made of them, until they are done with. It is another budget, so that those who wait
 *     for it with a frame in hand do not wait for each other.
 * @param outgoing what all links with these limits together may have waiting for their readers
 */
public record LinkLimits(
        int maxFrameBytes,
        int maxPendingBytes,
        int maxObjects,
        MemoryBudget frames,
        MemoryBudget messages,
        OutgoingBudget outgoing) {
    /** Even an empty message takes memory while it waits. */
    private static final int OVERHEAD_BYTES = 64;

    private static final double FRAMES_OF_HEAP = 1 / 16d;
    private static final double MESSAGES_OF_HEAP = 1 / 8d;
    private static final double OUTGOING_OF_HEAP = 1 / 8d;

    /** A batch of the most tasks, or everything an agent can hold, with room to spare. */
    private static final int MAX_OBJECTS = 400_000;

    public static final LinkLimits DEFAULT = new LinkLimits(16 << 20, 8 << 20);

    public LinkLimits {
        if (maxFrameBytes < 1 || maxPendingBytes < 1) {
            throw new IllegalArgumentException(
                    "limits of a link must be positive: %d and %d bytes".formatted(maxFrameBytes, maxPendingBytes));
        }
    }

    /** For an end that trusts the other. */
    public LinkLimits(int maxFrameBytes, int maxPendingBytes) {
        this(
                maxFrameBytes,
                maxPendingBytes,
                MAX_OBJECTS,
                MemoryBudget.unlimited(),
                MemoryBudget.unlimited(),
                OutgoingBudget.unlimited());
    }

    /** The same for links whose other ends are trusted with a part of the heap only. */
    public LinkLimits withinHeap() {
        return new LinkLimits(
                maxFrameBytes,
                maxPendingBytes,
                maxObjects,
                MemoryBudget.ofHeap(FRAMES_OF_HEAP),
                MemoryBudget.ofHeap(MESSAGES_OF_HEAP),
                OutgoingBudget.ofHeap(OUTGOING_OF_HEAP));
    }

    /** What a message counts for among the pending bytes. One that the other end would not take is a mistake of the caller. */
    int cost(MessageLite message) {
        int bytes = message.getSerializedSize();
        if (bytes > maxFrameBytes) {
            throw new IllegalArgumentException(
                    "a message of %d bytes exceeds the limit of %d: split it".formatted(bytes, maxFrameBytes));
        }
        return bytes + OVERHEAD_BYTES;
    }
}
