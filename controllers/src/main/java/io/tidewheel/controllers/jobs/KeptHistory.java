package io.tidewheel.controllers.jobs;

import io.tidewheel.model.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was kept of the course of a run with jobs: where the partitions stood, and how they went. */
public final class KeptHistory {
    /** From here on the pieces say which actions of a workflow plug-ins took out. */
    public static final int FIRST_LOSSES = Integer.MIN_VALUE;

    /** From here on they say where partitions stood, up to those from 0 on, which say how they went. */
    public static final int FIRST_STANDING = Integer.MIN_VALUE / 2;

    private final List<RememberedPartition> standings = new ArrayList<>();
    private final SortedMap<Integer, Payload> pieces;

    private KeptHistory(SortedMap<Integer, Payload> pieces) {
        this.pieces = new TreeMap<>(pieces.tailMap(0));
        pieces.subMap(FIRST_STANDING, 0)
                .values()
                .forEach(piece -> RememberedPartition.read(piece).ifPresent(standings::add));
    }

    public static KeptHistory of(SortedMap<Integer, Payload> pieces) {
        return new KeptHistory(pieces);
    }

    List<RememberedPartition> standings() {
        return standings;
    }

    /** The history of a job that is a run of its own. */
    StoredJobHistory history() {
        return StoredJobHistory.of(pieces);
    }

    /** The histories of the jobs inside of a workflow, by what the jobs are called, in the order in which they began. */
    public Map<String, InnerJobHistory> inside() {
        return InnerJobHistory.all(pieces);
    }
}
