package io.tidewheel.controllers;

import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import java.util.function.Function;

/**
 * The controller of a run that is to be accepted.
 *
 * @param document from which it can be opened again
 * @param opening opens it for the run's number, a new one each time; quick, for the engine waits
 */
public record NewController(Payload document, Function<RunId, RunController> opening) {}
