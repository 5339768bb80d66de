package io.tidewheel.controllers;

import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;

/**
 * A run whose chains are made here.
 *
 * @param spec as it is now: priority and budget can change
 * @param mayStart whether work of it may begin: it is not put aside, and is not to end
 */
public record DrivenRun(RunId id, RunSpec spec, boolean mayStart, RunController controller) {}
