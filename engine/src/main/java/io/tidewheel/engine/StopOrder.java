package io.tidewheel.engine;

import io.tidewheel.model.ChainId;

/** An attempt to be stopped: at once if {@code kill}; no report is wanted if {@code forget}, because the lease is gone. */
public record StopOrder(ChainId chain, int attempt, boolean kill, boolean forget) {}
