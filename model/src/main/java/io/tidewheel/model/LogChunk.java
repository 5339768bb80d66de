package io.tidewheel.model;

/**
 * A piece of output. {@code offset} counts the bytes the command wrote to that stream before this piece; a chunk that is already kept is
 * not kept again. If {@code dropped} is not 0, that many bytes after this piece were left out because of a quota.
 *
 * @param passing it is there until somebody has read it, and counts for no quota; told by agents, and not remembered by stores
 */
public record LogChunk(
        ChainId chain, int attempt, LogStream stream, long offset, Payload bytes, long dropped, boolean passing) {
    /** A piece that is kept. */
    public LogChunk(ChainId chain, int attempt, LogStream stream, long offset, Payload bytes, long dropped) {
        this(chain, attempt, stream, offset, bytes, dropped, false);
    }
}
