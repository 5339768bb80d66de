package io.tidewheel.model;

/**
 * A word of one server to another about a chain of a run.
 *
 * @param recipient the number of the server it is for; {@link #KEEPER} is the one that makes the chains of the run
 */
public record ServerNote(long recipient, ChainId chain, Payload body) {
    /** The number that stands for the server that keeps the run when the note is taken. */
    public static final long KEEPER = 0;
}
