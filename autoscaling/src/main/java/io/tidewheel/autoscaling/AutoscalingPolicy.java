package io.tidewheel.autoscaling;

/** Decides which machines there should be. Pure: it reads no clock and starts nothing. */
@FunctionalInterface
public interface AutoscalingPolicy {
    Plan decide(Observation seen);
}
