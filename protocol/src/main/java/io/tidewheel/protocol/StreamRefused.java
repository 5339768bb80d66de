package io.tidewheel.protocol;

/** The server answered the request for a stream, and the answer was no. */
public final class StreamRefused extends LinkRefused {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String body;

    public StreamRefused(int status, String body) {
        super(
                Integer.toString(status),
                "the server refused the stream with status %d: %s"
                        .formatted(status, ProblemDetail.in(body).orElseGet(body::strip)),
                status == 408 || status == 425 || status == 429 || status >= 500);
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
}
