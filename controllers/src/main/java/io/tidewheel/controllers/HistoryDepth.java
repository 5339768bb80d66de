package io.tidewheel.controllers;

/** How much of what is new about the course of a run is to be kept now. Each has what those before it have. */
public enum HistoryDepth {
    /** What must be durable before anybody is told of it. */
    DECISIVE,
    /** Where things stand, so that a controller which is opened again goes on as if nothing had happened; about once a second. */
    STANDING,
    /** What people want to see; now and then. */
    HISTORY,
    /** All of it: the run ends, or its server does. */
    WHOLE
}
