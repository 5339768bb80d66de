package io.tidewheel.experiments.tascaas;

/** Iterations per second of a slot of a site at a second. */
@FunctionalInterface
public interface SlotSpeed {
    double at(int slot, long second);
}
