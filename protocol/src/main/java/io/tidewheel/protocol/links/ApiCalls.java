package io.tidewheel.protocol.links;

import java.io.IOException;

/**
 * Answers questions as the REST interface of a server does: paths, bodies and status are those of its description. A queue without a server
 * answers the paths that it can, and all others with status 501, {@code "code": "not-offered"} and a detail that says why and what to do,
 * before anything is sent. Safe for several threads.
 */
public interface ApiCalls extends AutoCloseable {
    /** Asks, and waits until the answer begins. The caller closes the answer. */
    ApiReply ask(ApiCall call) throws IOException, InterruptedException;

    @Override
    void close();
}
