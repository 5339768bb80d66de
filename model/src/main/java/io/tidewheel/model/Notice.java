package io.tidewheel.model;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Something that people outside may want to be told.
 *
 * @param id the same however often the same thing is told: receivers know by it what they have had
 * @param owner whose it is; empty: that of whoever runs the server
 * @param labels those of the run
 * @param text one sentence for people
 * @param facts what programs may want to know, by name
 */
public record Notice(
        String id,
        NoticeKind kind,
        Instant at,
        Optional<Owner> owner,
        Optional<RunId> run,
        SortedMap<String, String> labels,
        String text,
        SortedMap<String, String> facts) {
    public Notice {
        if (!id.matches("[A-Za-z0-9._-]{1,200}"))
            throw new IllegalArgumentException("'%s' is no id of a notice".formatted(id));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
    }

    /** About the server as a whole. */
    public static Notice ofServer(String id, NoticeKind kind, Instant at, String text, Map<String, String> facts) {
        return new Notice(
                id, kind, at, Optional.empty(), Optional.empty(), new TreeMap<>(), text, new TreeMap<>(facts));
    }

    /** About something of an owner that is no run. */
    public static Notice ofOwner(
            String id, NoticeKind kind, Instant at, Owner owner, String text, Map<String, String> facts) {
        return new Notice(
                id, kind, at, Optional.of(owner), Optional.empty(), new TreeMap<>(), text, new TreeMap<>(facts));
    }
}
