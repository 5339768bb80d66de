package io.tidewheel.storage.sql;

import io.tidewheel.model.LaneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The spans that one step works on: as they were read, as they are now, and so what has to be written. */
public final class SpanLedger {
    private final Map<Long, ChainSpan> stored = new HashMap<>();
    private final TreeMap<Long, ChainSpan> now = new TreeMap<>();

    /** Takes note of a span of the database; one that is known already stays as this step has made it. */
    public void load(ChainSpan span) {
        if (stored.putIfAbsent(span.first(), span) == null) now.put(span.first(), span);
    }

    /** The span that contains a chain, among those that were loaded. */
    public @Nullable ChainSpan covering(long key) {
        var entry = now.floorEntry(key);
        return entry != null && entry.getValue().contains(key) ? entry.getValue() : null;
    }

    void add(ChainSpan span) {
        now.put(span.first(), span);
    }

    /** Puts other spans in the place of one. */
    void replace(ChainSpan old, List<ChainSpan> by) {
        now.remove(old.first());
        by.forEach(this::add);
    }

    /** Puts a chain of its own in the place of one that is part of a span, in which some have ended. */
    void cutOut(ChainSpan span, ChainSpan one, Set<Long> ended) {
        var parts = new ArrayList<ChainSpan>();
        int before = remaining(span.first(), one.first(), ended);
        int after = remaining(one.end(), span.end(), ended);
        if (before > 0) parts.add(span.part(span.first(), one.first(), before));
        parts.add(one);
        if (after > 0) parts.add(span.part(one.end(), span.end(), after));
        replace(span, parts);
    }

    private static int remaining(long from, long to, Set<Long> ended) {
        int gone = 0;
        for (long chain : ended) if (chain >= from && chain < to) gone++;
        return (int) (to - from) - gone;
    }

    /** Takes note that a chain has ended, be it in a span or not. */
    void endOne(long key) {
        var span = covering(key);
        if (span == null) return;
        if (span.remaining() == 1) now.remove(span.first());
        else now.put(span.first(), span.withOneLess());
    }

    /** Ready spans of a lane, in order, up to and including one that begins at {@code last}. */
    List<ChainSpan> ready(LaneId lane, long last) {
        long from = RowKeys.of(lane.run(), 0);
        if (last < from) return List.of();
        var found = new ArrayList<ChainSpan>();
        for (var span : now.subMap(from, true, last, true).values()) {
            if (span.isReady() && span.lane() == lane.number()) found.add(span);
        }
        return found;
    }

    /** Spans that are new or no longer as they were read. */
    public List<ChainSpan> changed() {
        var changed = new ArrayList<ChainSpan>();
        for (var span : now.values()) if (!span.equals(stored.get(span.first()))) changed.add(span);
        return changed;
    }

    /** The keys of spans that are no more. */
    public List<Long> gone() {
        var gone = new ArrayList<Long>();
        for (var first : stored.keySet()) if (!now.containsKey(first)) gone.add(first);
        return gone;
    }

    /** The span that began at a key when it was read. */
    public @Nullable ChainSpan asStored(long first) {
        return stored.get(first);
    }

    /** Puts ready spans that follow each other together, none larger than {@code largest}. They must be sorted. */
    static List<ChainSpan> joined(Collection<ChainSpan> sorted, int largest) {
        var joined = new ArrayList<ChainSpan>();
        for (var span : sorted) {
            var last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && last.continuesWith(span) && last.count() + span.count() <= largest) {
                joined.set(joined.size() - 1, last.joined(span));
            } else {
                joined.add(span);
            }
        }
        return joined;
    }
}
