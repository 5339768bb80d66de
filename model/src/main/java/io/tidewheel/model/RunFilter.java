package io.tidewheel.model;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which runs to list; an empty part does not restrict. {@code name} matches a part of the name, without regard to case. */
public record RunFilter(
        Optional<Owner> owner, Set<RunState> states, Map<String, String> labels, Optional<String> name) {
    public static final RunFilter ALL = new RunFilter(Optional.empty(), Set.of(), Map.of(), Optional.empty());
}
