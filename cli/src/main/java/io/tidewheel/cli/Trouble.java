package io.tidewheel.cli;

import java.util.List;

/** Why a command ends without doing what it was asked: what is wrong, what to do about it, and the exit code. */
public final class Trouble extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final transient List<String> hints;

    /** @param hints lines that say what to do, most helpful first */
    public Trouble(int exitCode, String message, String... hints) {
        super(message, null, false, false);
        this.exitCode = exitCode;
        this.hints = List.of(hints);
    }

    public static Trouble usage(String message, String... hints) {
        return new Trouble(Exit.USAGE, message, hints);
    }

    public static Trouble notFound(String message, String... hints) {
        return new Trouble(Exit.NOT_FOUND, message, hints);
    }

    public int exitCode() {
        return exitCode;
    }

    public List<String> hints() {
        return hints;
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
