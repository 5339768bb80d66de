package io.tidewheel.server.host;

/** The server could not start. The message is for users: what is wrong, and what to do. */
public final class StartFailure extends Exception {
    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
        super(message);
    }

    public StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
