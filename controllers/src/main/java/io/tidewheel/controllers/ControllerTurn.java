package io.tidewheel.controllers;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** A turn of the engine, as what comes in for controllers sees it. Of no use when the turn is over. */
public interface ControllerTurn {
    Instant now();

    /** A run whose controller is told something: what that wants done then is done with this turn. Empty if its chains are not made here. */
    Optional<DrivenRun> find(RunId run);

    /** The runs whose chains are made here and in which time alone may change something, to be looked at and not changed. */
    Collection<DrivenRun> timed();

    /** Whether an agent has the lease of this attempt. What it says of others is counted, and written down as a forgery if it never had it. */
    boolean holds(SessionId agent, ChainId chain, int attempt);
}
