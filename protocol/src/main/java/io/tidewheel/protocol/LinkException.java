package io.tidewheel.protocol;

import java.io.IOException;

/** A link could not be opened, or broke. */
public class LinkException extends IOException {
    private static final long serialVersionUID = 1;

    public LinkException(String message) {
        super(message);
    }

    public LinkException(String message, Throwable cause) {
        super(message, cause);
    }
}
