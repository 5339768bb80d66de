package io.tidewheel.engine;

import io.tidewheel.model.ChainState;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;

/** A chain that reached its final state. */
public record EndedChain(int index, ChainState state, Reason reason, int exitCode, int attempt, Payload report) {}
