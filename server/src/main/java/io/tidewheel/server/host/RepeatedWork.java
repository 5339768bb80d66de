package io.tidewheel.server.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidewheel.model.Archive;
import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import java.util.ArrayList;
import java.util.Map;

/**
 * What a store has forgotten that it had confirmed. A standby that had not received everything may become the primary: then tasks that had ended
 * are queued or leased again, and are run once more, and runs that were submitted last are lost. Of several servers, all of which notice, each counts only
 * what none has counted before it; a note in the store says how far that is, for each run.
 */
final class RepeatedWork {
    /**
     * What is missing.
     *
     * @param chains that had ended, and are run again
     * @param runs that are not there any more
     */
    record Forgotten(long chains, long runs) {
        boolean isNothing() {
            return chains == 0 && runs == 0;
        }

        String text() {
            var parts = new ArrayList<String>();
            if (chains > 0) parts.add(CountedNoun.are(chains, "task") + " run again that had ended");
            if (runs > 0) parts.add(CountedNoun.are(runs, "run") + " lost, to be submitted again");
            return String.join(", and ", parts) + ": the store does not know of it any more";
        }
    }

    private static final int TRIES = 20;

    private final String server;
    private final Archive archive;
    private final ClusterNotes notes;

    RepeatedWork(String server, Archive archive, ClusterNotes notes) {
        this.server = server;
        this.archive = archive;
        this.notes = notes;
    }

    /**
     * Looks what the store does not know any more, and counts what nobody else has counted.
     *
     * @param before how many chains had ended of each unfinished run as the last engine knew
     * @param now the same as the store says
     */
    Forgotten look(Map<RunId, Long> before, Map<RunId, Long> now) {
        long chains = 0;
        long runs = 0;
        for (var run : before.entrySet()) {
            long knew = run.getValue();
            Long known = now.get(run.getKey());
            if (known != null) {
                if (known < knew) chains += knew - Math.max(known, countedBefore(run.getKey(), knew));
            } else if (archive.run(run.getKey()).isEmpty()) {
                // One that has finished meanwhile lacks nothing.
                if (countedBefore(run.getKey(), Long.MAX_VALUE) < Long.MAX_VALUE) runs++;
            }
        }
        return new Forgotten(chains, runs);
    }

    /** Up to which of its chains it has been counted, and from now on up to {@code upTo}. */
    private long countedBefore(RunId run, long upTo) {
        var name = "store-behind/" + run;
        var mine = Payload.of((upTo + " " + server).getBytes(UTF_8));
        long before = -1;
        var kept = notes.keepFirst(name, mine);
        for (int i = 0; i < TRIES && !kept.equals(mine); i++) {
            before = Long.parseLong(new String(kept.bytes(), UTF_8).split(" ")[0]);
            if (before >= upTo || notes.replace(name, kept, mine)) return Math.min(before, upTo);
            kept = notes.keepFirst(name, mine);
        }
        return before;
    }
}
