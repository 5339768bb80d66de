package io.tidewheel.storage.postgres;

import io.tidewheel.model.RunId;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.storage.sql.ChainTables.FasterElsewhere;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a commit believes of the runs that it adds to or ends, and whether that is so. */
final class RunExpectations {
    /**
     * Held until the end of the transaction by whoever adds chains to a run that several servers may add to, or ends it; taken before any row
     * is locked. There are few of them for all runs, because the database has room for a limited number.
     */
    private static final String LOCK_MAKING = """
        SELECT pg_advisory_xact_lock(hashtextextended('chains of ' || current_schema(), part)) FROM unnest(?::bigint[]) AS part
        """;

    private static final int MAKING_LOCKS = 64;

    private static final String MADE = """
        SELECT id, state, (SELECT COALESCE(SUM(added), 0) FROM tally WHERE lane >= id << 31 AND lane < (id + 1) << 31)
          FROM run WHERE id = ANY (?::bigint[])
        """;
    /** The rows stay locked until the end of the commit, so that nobody else becomes the keeper meanwhile. */
    private static final String KEPT =
            "SELECT run FROM run_keeper WHERE run = ANY (?::bigint[]) AND server = ? ORDER BY run FOR SHARE";

    private final StatementPipeline pipeline;
    private SortedMap<RunId, Integer> expected = new TreeMap<>();
    private SortedSet<RunId> kept = new TreeSet<>();
    /** How many chains there are of those that are expected to have some; -1 of one that has ended. */
    private final Map<RunId, Long> made = new HashMap<>();

    private final Set<RunId> ours = new HashSet<>();

    RunExpectations(StatementPipeline pipeline) {
        this.pipeline = pipeline;
    }

    /** Asks, with the next question whose answer is needed, how things stand; from then on until the end of the transaction they stand so. */
    void ask(TurnChanges changes) {
        expected = new TreeMap<>(changes.expected());
        kept = new TreeSet<>(changes.kept());
        for (var run : changes.runs()) {
            expected.remove(run.id());
            kept.remove(run.id());
        }
        if (!expected.isEmpty()) {
            pipeline.call(LOCK_MAKING)
                    .longs(expected.keySet().stream()
                            .mapToLong(run -> run.number() % MAKING_LOCKS)
                            .sorted()
                            .distinct()
                            .toArray())
                    .later();
            // A statement of its own: it sees what was committed while the one before waited.
            pipeline.call(MADE)
                    .longs(numbers(expected.keySet()))
                    .later(row -> made.put(new RunId(row.getLong(1)), row.getInt(2) < 4 ? row.getLong(3) : -1));
        }
        if (kept.isEmpty()) return;
        pipeline.call(KEPT)
                .longs(numbers(kept))
                .number(changes.server().value())
                .later(row -> ours.add(new RunId(row.getLong(1))));
    }

    private static long[] numbers(Collection<RunId> runs) {
        return runs.stream().mapToLong(RunId::number).toArray();
    }

    /** Where another server was faster; after the next flush of the pipeline. */
    FasterElsewhere answer() {
        var overtaken = new TreeSet<RunId>();
        var gone = new TreeSet<RunId>();
        expected.forEach((run, count) -> {
            var now = made.get(run);
            if (now == null) gone.add(run);
            else if (now != (long) count) overtaken.add(run);
        });
        for (var run : kept) if (!ours.contains(run)) overtaken.add(run);
        return new FasterElsewhere(overtaken, gone);
    }
}
