package io.tidewheel.controllers.jobs;

import io.tidewheel.model.Archive;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was kept of the courses of runs, as the archive has it. */
public record ArchivedHistories(Archive archive) implements KeptHistories {
    private static final int PAGE = 10_000;

    @Override
    public Optional<Instant> started(RunId run) {
        return archive.run(run).flatMap(RunRecord::started);
    }

    @Override
    public SortedMap<Integer, Payload> course(RunId run) {
        var pieces = new TreeMap<Integer, Payload>();
        for (int from = Integer.MIN_VALUE; ; ) {
            var page = archive.course(run, from, PAGE);
            pieces.putAll(page);
            if (page.size() < PAGE) return pieces;
            from = page.lastKey() + 1;
        }
    }
}
