package io.tidewheel.engine;

import io.tidewheel.model.RunId;

/** A run that is durable. {@code made} chains of it exist; {@code known} means that its key had been used before. */
public record AcceptedRun(RunId run, int made, boolean known) {}
