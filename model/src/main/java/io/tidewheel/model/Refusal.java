package io.tidewheel.model;

import java.util.List;
import java.util.stream.Collectors;

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
    private final transient List<RequiredResources> missing;

    public Refusal(Kind kind, String message) {
        this(kind, message, List.of());
    }

    private Refusal(Kind kind, String message, List<RequiredResources> missing) {
        super(message, null, false, false);
        this.kind = kind;
        this.missing = List.copyOf(missing);
    }

    /** For a submitter who wanted to know at once that nobody has what is needed. */
    public static Refusal unplaceable(List<RequiredResources> missing) {
        return new Refusal(
                Kind.UNPLACEABLE,
                "no agent that is present, and no setup, offers %s: start one that does, or submit without --strict to wait for one"
                        .formatted(missing.stream()
                                .map(RequiredResources::toString)
                                .collect(Collectors.joining(", or "))),
                missing);
    }

    /** What nobody offers, if it is refused for that. */
    public List<RequiredResources> missing() {
        return missing;
    }

    public Kind kind() {
        return kind;
    }
}
