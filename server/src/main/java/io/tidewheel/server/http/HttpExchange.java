package io.tidewheel.server.http;

import io.tidewheel.protocol.HeldMemory;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/** One request and the way its answer goes back, whatever version of HTTP carries them. It belongs to the thread that answers. */
interface HttpExchange {
    String method();

    /** The path without the query, as it was sent. */
    String rawPath();

    /** The query as it was sent; empty if there is none. */
    String rawQuery();

    RequestHeaders headers();

    /** The address at the other end of the connection. */
    String peer();

    boolean isSecure();

    /** How long the body is said to be; 0 if nothing is said. */
    long contentLength();

    /** The body as it comes. Its reader is told by an exception of the connection if it will never be complete. */
    InputStream body(long limit);

    /** What was decided about this request before, if it was. */
    Optional<GateDecision> refusal();

    /** The answer lasts, and is counted until it has ended. */
    void watches(HeldMemory place);

    /** What the answer has been counted as; whoever takes it closes it. */
    HeldMemory takeWatcher();

    /** After this answer the peer has to connect anew. */
    void isLast();

    void answer(int status, Map<String, String> headers, byte[] body);

    /** The answer to a HEAD: what a GET would have before its body. */
    void answerHead(int status, Map<String, String> headers);

    /** The status has gone out when the body is made: if that fails, the answer is broken off before its end. */
    void answer(int status, Map<String, String> headers, HttpAnswer.Writer writer);
}
