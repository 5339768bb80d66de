package io.tidewheel.agent.files;

import io.tidewheel.protocol.wire.FileFacts;
import java.io.IOException;

/** How much may still be told of the files of a chain. One report carries all of it, so there is an end to it. */
public record FileRoom(int files, long bytes) {
    /** What one chain may tell. */
    public static final FileRoom OF_CHAIN = new FileRoom(100_000, 8 << 20);

    /** A message tags and counts each entry. */
    private static final int OVERHEAD_BYTES = 8;

    /** What is left after one more; refuses, with the remedy, what is too much. */
    FileRoom less(FileFacts file) throws IOException {
        int size = file.getSerializedSize() + OVERHEAD_BYTES;
        if (files > 0 && bytes >= size) return new FileRoom(files - 1, bytes - size);
        throw new IOException("the chain has more files than can be told: at most %,d, and %,d bytes with their names;"
                        .formatted(OF_CHAIN.files, OF_CHAIN.bytes)
                + " let it pack them into an archive");
    }
}
