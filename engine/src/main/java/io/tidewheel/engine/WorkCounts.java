package io.tidewheel.engine;

/** What there is to do: unfinished runs, their chains by how they stand (those of held runs are held), and the agents present. */
public record WorkCounts(long runs, long queued, long held, long running, long agents) {}
