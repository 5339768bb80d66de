package io.tidewheel.protocol;

/** The other end sent something that is no message. The link can still send, so that the other end can be told. */
public final class BadFrame extends LinkException {
    private static final long serialVersionUID = 1;

    public BadFrame(String message) {
        super(message);
    }

    public BadFrame(String message, Throwable cause) {
        super(message, cause);
    }
}
