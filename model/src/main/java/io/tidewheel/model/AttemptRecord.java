package io.tidewheel.model;

import java.time.Instant;

/** An attempt that did not succeed. */
public record AttemptRecord(
        ChainId chain, int number, SessionId session, Instant ended, Reason reason, int exitCode, Payload report) {}
