package io.tidewheel.protocol;

/** The server answered the request for a stream, and the answer was no. */
public final class Refused extends LinkException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String body;

    public Refused(int status, String body) {
        super("the server refused the stream with status %d: %s".formatted(status, body.strip()));
        this.status = status;
        this.body = body;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** What the server said, as it said it: usually problem+json. */
    public String body() {
        return body;
    }

    /** Whether the same request may be answered differently later. */
    public boolean isTransient() {
        return status == 408 || status == 425 || status == 429 || status >= 500;
    }
}
