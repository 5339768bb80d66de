package io.tidewheel.balancing.hint;

/** Slots of the active sites: those that are on, and those there could be. */
public record SiteCapacity(long slots, long mostSlots) {}
