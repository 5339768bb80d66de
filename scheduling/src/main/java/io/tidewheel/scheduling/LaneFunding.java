package io.tidewheel.scheduling;

import io.tidewheel.model.RunId;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which runs pay for the use of an agent, of those that have a budget of their own; or, of a lane, who must pay for it.
 *
 * @param everybody the agent costs nothing, so that nobody has to pay
 */
public record LaneFunding(boolean everybody, SortedSet<RunId> runs) implements Comparable<LaneFunding> {
    /** An agent that costs nothing works for every run. */
    public static final LaneFunding EVERYBODY = new LaneFunding(true, new TreeSet<>());
    /** An agent that costs something and for which no such run pays; also a lane whose run has no budget of its own. */
    public static final LaneFunding NOBODY = new LaneFunding(false, new TreeSet<>());

    public LaneFunding {
        runs = Collections.unmodifiableSortedSet(new TreeSet<>(runs));
    }

    public static LaneFunding by(Collection<RunId> runs) {
        return runs.isEmpty() ? NOBODY : new LaneFunding(false, new TreeSet<>(runs));
    }

    boolean covers(LaneFunding wanted) {
        return everybody || runs.containsAll(wanted.runs);
    }

    @Override
    public int compareTo(LaneFunding other) {
        if (everybody != other.everybody) return everybody ? 1 : -1;
        if (runs.isEmpty() && other.runs.isEmpty()) return 0;
        return runs.toString().compareTo(other.runs.toString());
    }
}
