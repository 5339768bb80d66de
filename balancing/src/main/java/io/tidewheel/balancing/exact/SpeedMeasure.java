package io.tidewheel.balancing.exact;

/**
 * A speed that was seen.
 *
 * @param seconds when, in whole seconds since the worker started
 * @param speed iterations per second
 */
public record SpeedMeasure(long seconds, float speed) {}
