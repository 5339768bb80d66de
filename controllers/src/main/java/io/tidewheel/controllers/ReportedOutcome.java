package io.tidewheel.controllers;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.wire.Outcome;

/** What an agent has reported of a chain that succeeded. */
public final class ReportedOutcome {
    private ReportedOutcome() {}

    public static Outcome read(Payload report) {
        try {
            return Outcome.parseFrom(report.bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("a report that was accepted cannot be read", strange);
        }
    }
}
