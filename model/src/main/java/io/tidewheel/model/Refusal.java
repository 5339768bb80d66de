package io.tidewheel.model;

/** A request that was not carried out, and changed nothing. The message is for users: what is wrong, and what to do. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of answer it deserves. */
    public enum Kind {
        NOT_FOUND,
        CONFLICT,
        INVALID,
        /** Nobody who is present offers what is required, and the submitter wanted to know at once. */
        UNPLACEABLE,
        /** The store failed or the server stops: try again. */
        UNAVAILABLE
    }

    private final Kind kind;

    public Refusal(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    /** For a submitter who wanted to know at once that nobody has what is needed. */
    public static Refusal unplaceable(RequiredResources need) {
        return new Refusal(
                Kind.UNPLACEABLE,
                "no agent that is present, and no setup, offers %s: start one that does, or submit without --strict to wait for one"
                        .formatted(need));
    }

    public Kind kind() {
        return kind;
    }
}
