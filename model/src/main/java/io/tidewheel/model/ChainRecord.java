package io.tidewheel.model;

import java.time.Instant;
import java.util.Optional;

/** A chain as the store knows it. {@code attempt} is 0 before the first lease. */
public record ChainRecord(
        ChainId id,
        int lane,
        ChainState state,
        Reason reason,
        int attempt,
        int failures,
        int losses,
        Optional<SessionId> session,
        String parameter,
        Payload body,
        Instant added,
        Optional<Instant> firstClaimed,
        Optional<Instant> claimed,
        Optional<Instant> due,
        Optional<Instant> finished,
        int exitCode,
        Payload report) {}
