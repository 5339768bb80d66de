package io.tidewheel.server.endpoints.rest.report;

import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RunRecord;
import java.util.Set;
import java.util.function.Consumer;

/** Goes through the chains of a run, in order: all of them, or of a large run as many as are wanted, spread evenly over it. */
public final class ChainSampler {
    private static final int BLOCK = 100;
    private static final int PAGE = 1_000;

    private ChainSampler() {}

    /** Answers how many it met, which is at most about {@code most}. */
    public static int through(Archive archive, RunRecord run, int most, Consumer<ChainRecord> visitor) {
        return run.made() <= most ? all(archive, run, visitor) : some(archive, run, most, visitor);
    }

    private static int all(Archive archive, RunRecord run, Consumer<ChainRecord> visitor) {
        int met = 0;
        int from = 0;
        while (true) {
            var page = archive.chains(run.id(), Set.of(), from, PAGE, true);
            page.forEach(visitor);
            met += page.size();
            if (page.size() < PAGE) return met;
            from = page.getLast().id().index() + 1;
        }
    }

    private static int some(Archive archive, RunRecord run, int most, Consumer<ChainRecord> visitor) {
        int blocks = Math.max(1, most / BLOCK);
        int met = 0;
        for (int i = 0; i < blocks; i++) {
            int from = (int) ((long) run.made() * i / blocks);
            var block = archive.chains(run.id(), Set.of(), from, BLOCK, true);
            block.forEach(visitor);
            met += block.size();
        }
        return met;
    }
}
