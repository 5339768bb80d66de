package io.tidewheel.server.endpoints.rest.report;

import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Goes through the chains of a run, in order: all of them, or of a large run as many as are wanted, spread evenly over it. */
public final class ChainSampler {
    private static final int BLOCK = 100;
    private static final int PAGE = 1_000;
    private static final int READERS = 2;
    private static final int PAGES_AHEAD = 2 * READERS;

    private ChainSampler() {}

    /** Answers how many it met, which is at most about {@code most}. */
    public static int through(Archive archive, RunRecord run, int most, Consumer<ChainRecord> visitor) {
        return run.made() <= most ? all(archive, run, visitor) : some(archive, run, most, visitor);
    }

    /**
     * Pages are read ahead by threads of their own, since reading is most of the work, and visited in their order.
     * Chains that are added meanwhile are left out.
     */
    private static int all(Archive archive, RunRecord run, Consumer<ChainRecord> visitor) {
        int met = 0;
        try (var readers = Executors.newFixedThreadPool(READERS)) {
            var ahead = new ArrayDeque<Future<List<ChainRecord>>>();
            int asked = 0;
            do {
                while (ahead.size() < PAGES_AHEAD && asked < run.made()) {
                    int from = asked;
                    int end = Math.min(run.made(), from + PAGE);
                    ahead.add(readers.submit(() -> page(archive, run.id(), from, end)));
                    asked = end;
                }
                if (ahead.isEmpty()) return met;
                var page = result(ahead.remove());
                page.forEach(visitor);
                met += page.size();
            } while (true);
        }
    }

    /** The chains with the indexes from {@code from} to before {@code end}; not all of them need be there. */
    private static List<ChainRecord> page(Archive archive, RunId run, int from, int end) {
        var page = archive.chains(run, Set.of(), from, end - from, true);
        if (page.isEmpty() || page.getLast().id().index() < end) return page;
        return page.stream().filter(chain -> chain.id().index() < end).toList();
    }

    private static List<ChainRecord> result(Future<List<ChainRecord>> page) {
        try {
            return page.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) throw cause;
            throw new IllegalStateException("could not read chains", failed.getCause());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while chains were read");
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
