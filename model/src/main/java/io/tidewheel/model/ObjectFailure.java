package io.tidewheel.model;

/** Objects could not be kept, read or removed, and why. What was there before is still there. */
public final class ObjectFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What was wrong, by which a caller sees whose fault it is. */
    public enum Kind {
        /** The content is larger than was agreed. */
        TOO_LARGE,
        /** The content is not the one that was announced. */
        WRONG_CONTENT,
        /** The content did not come to its end. */
        BROKEN_OFF,
        /** What is kept does not have the hash that it had when it came. */
        DAMAGED,
        /** The place where objects are kept does not work. */
        UNAVAILABLE
    }

    private final Kind kind;

    public ObjectFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public ObjectFailure(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
