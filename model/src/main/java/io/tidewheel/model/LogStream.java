package io.tidewheel.model;

/** Which output of a command. The order is part of the stores' format. */
public enum LogStream {
    STDOUT,
    STDERR;

    private static final LogStream[] ALL = values();

    public static LogStream of(int ordinal) {
        return ALL[ordinal];
    }
}
