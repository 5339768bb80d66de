package io.tidewheel.model;

/** An object that is kept: its name, how many bytes it has, and their hash. */
public record ObjectFacts(ObjectName name, long size, Sha256 sha256) {}
