package io.tidewheel.model;

/**
 * A piece of output. {@code offset} counts the bytes the command wrote to that stream before this piece; a chunk that is already kept is
 * not kept again. If {@code dropped} is not 0, that many bytes after this piece were left out because of a quota.
 */
public record LogChunk(ChainId chain, int attempt, LogStream stream, long offset, Payload bytes, long dropped) {}
