package io.tidewheel.model;

/** A chain that was ended from outside, and the attempt that was its last; 0 if there was none. */
public record EndedEarly(MovedChain chain, int attempt) {}
