package io.tidewheel.server.host;

import io.tidewheel.model.RunId;
import java.util.Map;

/**
 * What a store has forgotten that it had confirmed. A standby that had not received everything may become the primary: then tasks that had ended
 * are queued or leased again, and are run once more.
 */
final class RepeatedWork {
    private RepeatedWork() {}

    /**
     * How many ended chains of unfinished runs the store does not know any more.
     *
     * @param before how many had ended as the last engine knew, by run
     * @param now how many have ended as the store says, by run
     */
    static long chains(Map<RunId, Long> before, Map<RunId, Long> now) {
        long repeated = 0;
        for (var run : before.entrySet()) {
            long known =
                    now.getOrDefault(run.getKey(), run.getValue()); // a run that has finished meanwhile lacks nothing
            repeated += Math.max(0, run.getValue() - known);
        }
        return repeated;
    }
}
