package io.tidewheel.cli.errors;

/** The codes with which the program ends. Scripts rely on them: they never change their meaning. */
public final class ExitCodes {
    public static final int OK = 0;
    public static final int ERROR = 1;
    /** Something about the command line or a file is wrong; nothing was sent. */
    public static final int USAGE = 2;
    /** The run finished, and at least one task failed. */
    public static final int FAILED = 3;

    public static final int CANCELLED = 4;
    public static final int NOT_FOUND = 5;
    public static final int DENIED = 6;
    public static final int UNREACHABLE = 7;
    /** Waiting timed out; the run goes on. */
    public static final int TIMED_OUT = 8;
    /** No agent can ever run it. */
    public static final int UNPLACEABLE = 10;

    /**
     * The code that shells use for a program that is not there; below it those for a program that cannot be started, and for one ended by
     * a signal (128 and its number).
     */
    public static final int COMMAND_NOT_FOUND = 127;

    public static final int COMMAND_NOT_STARTED = 126;
    public static final int SIGNAL = 128;
    public static final int INTERRUPTED = 130;
    public static final int BROKEN_PIPE = 141;

    private ExitCodes() {}
}
