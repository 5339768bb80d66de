package io.tidewheel.engine;

import io.tidewheel.model.ChainId;

/** An attempt of a chain that an agent speaks of. */
public record Held(ChainId chain, int attempt) {}
