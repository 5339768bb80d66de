package io.tidewheel.cli.errors;

import java.util.List;

/** Why a command ends without doing what it was asked: what is wrong, what to do about it, and the exit code. */
public final class CliError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final transient List<String> hints;

    /** @param hints lines that say what to do, most helpful first */
    public CliError(int exitCode, String message, String... hints) {
        super(message, null, false, false);
        this.exitCode = exitCode;
        this.hints = List.of(hints);
    }

    public static CliError usage(String message, String... hints) {
        return new CliError(ExitCodes.USAGE, message, hints);
    }

    public static CliError notFound(String message, String... hints) {
        return new CliError(ExitCodes.NOT_FOUND, message, hints);
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
