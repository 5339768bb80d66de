package io.tidewheel.protocol;

import com.google.protobuf.MessageLite;

/**
 * What a link bears.
 *
 * @param maxFrameBytes the largest message, in either direction
 * @param maxPendingBytes how much may wait for sending; one message is always accepted, whatever its size
 */
public record LinkLimits(int maxFrameBytes, int maxPendingBytes) {
    /** Even an empty message takes memory while it waits. */
    private static final int OVERHEAD_BYTES = 64;

    public static final LinkLimits DEFAULT = new LinkLimits(16 << 20, 8 << 20);

    public LinkLimits {
        if (maxFrameBytes < 1 || maxPendingBytes < 1) {
            throw new IllegalArgumentException(
                    "limits of a link must be positive: %d and %d bytes".formatted(maxFrameBytes, maxPendingBytes));
        }
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
