package io.tidewheel.engine;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Since when somebody waits, for each set of capabilities. */
public final class OldestRuns {
    /** A run, and when it was submitted. */
    public record Oldest(RunId run, Instant created) {}

    private OldestRuns() {}

    /**
     * For each of the sets the oldest run that has something left to do with it. Looks no further than it must.
     *
     * @param runs the oldest first
     * @param whose of one owner only, or of all
     */
    static Map<Capabilities, Oldest> of(Collection<LiveRun> runs, Set<Capabilities> sets, Optional<Owner> whose) {
        var oldest = new HashMap<Capabilities, Oldest>();
        var wanted = new HashSet<>(sets);
        for (var run : runs) {
            if (wanted.isEmpty()) break;
            if (whose.isPresent() && !whose.get().equals(run.spec.owner())) continue;
            for (var lane : run.lanes) {
                var requires = lane.spec.requires();
                boolean hasWork = lane.totals.open() > 0 || run.unmade() > 0;
                if (hasWork && wanted.remove(requires)) oldest.put(requires, new Oldest(run.id, run.created));
            }
        }
        return oldest;
    }
}
