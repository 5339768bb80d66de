package io.tidewheel.model;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which runs to list; an empty part does not restrict.
 *
 * @param name a part of the name, without regard to case
 * @param reasons why they ended as they did
 */
public record RunFilter(
        Optional<Owner> owner,
        Set<RunState> states,
        Map<String, String> labels,
        Optional<String> name,
        Optional<RunKind> kind,
        Set<Reason> reasons) {
    public static final RunFilter ALL = new RunFilter(Optional.empty(), Set.of(), Map.of(), Optional.empty());

    /** Runs of all kinds, however they ended. */
    public RunFilter(Optional<Owner> owner, Set<RunState> states, Map<String, String> labels, Optional<String> name) {
        this(owner, states, labels, name, Optional.empty(), Set.of());
    }
}
