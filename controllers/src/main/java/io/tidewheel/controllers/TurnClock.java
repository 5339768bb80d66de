package io.tidewheel.controllers;

import java.time.Instant;
import java.time.InstantSource;

/** The moment of the engine's turn, for controllers: it stands still during a turn, and is set at its beginning. */
public final class TurnClock implements InstantSource {
    private Instant now = Instant.EPOCH;

    public void set(Instant moment) {
        now = moment;
    }

    @Override
    public Instant instant() {
        return now;
    }
}
