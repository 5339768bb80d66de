package io.tidewheel.workflow;

import java.util.Optional;

/** A declared variable, with its value if it has one from the start. Values are texts, numbers, booleans, and lists and maps of these. */
public record Variable(String id, Optional<Object> value, SourcePlace place) {}
