package io.tidewheel.model;

/** An output stream of an attempt of which not everything is kept. */
public record CutOutput(ChainId chain, int attempt, LogStream stream, long written, long kept) {}
