package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds one page of the chains of many workflows, newest first, and how many there are. Chains of workflows that are not on the page are
 * counted by the totals of their runs; only chains that have not ended are counted one by one.
 */
final class ChainPages {
    private static final int RUNS_AT_ONCE = 500;
    private static final int CHAINS_AT_ONCE = 1_000;

    private final Archive archive;
    private final Optional<ChainStatus> status;
    private final int wanted;
    private final List<SteepQueries.Found> found = new ArrayList<>();
    private long toSkip;
    private long total;

    ChainPages(Archive archive, Optional<ChainStatus> status, SteepPage page) {
        this.archive = archive;
        this.status = status;
        this.wanted = page.size();
        this.toSkip = page.offset();
    }

    long total() {
        return total;
    }

    List<SteepQueries.Found> found() {
        return found;
    }

    void lookAll(RunFilter filter) {
        long before = Long.MAX_VALUE;
        while (true) {
            var runs = archive.runs(filter, before, RUNS_AT_ONCE);
            if (runs.isEmpty()) return;
            runs.forEach(this::look);
            before = runs.getLast().id().number();
        }
    }

    void look(RunRecord run) {
        long count = count(run);
        total += count;
        long skipped = Math.min(toSkip, count);
        toSkip -= skipped;
        int take = (int) Math.min(wanted - found.size(), count - skipped);
        if (take <= 0) return;
        var chains = status.isEmpty()
                ? archive.chains(run.id(), Set.of(), (int) (count - skipped - take), take, true)
                : inState(run, status.get(), count - skipped - take, take);
        chains.reversed().forEach(chain -> found.add(new SteepQueries.Found(run, chain)));
    }

    private long count(RunRecord run) {
        if (status.isEmpty()) return run.made();
        var totals = run.totals();
        return switch (status.get()) {
            case SUCCESS -> totals.succeeded();
            case ERROR -> totals.failed();
            case CANCELLED -> totals.cancelled();
            case REGISTERED, RUNNING, PAUSED ->
                totals.open() == 0
                        ? 0
                        : inState(run, status.get(), 0, Integer.MAX_VALUE).size();
        };
    }

    /** The chains in a state that follow the first so many, lowest first. */
    private List<ChainRecord> inState(RunRecord run, ChainStatus wantedStatus, long skip, int take) {
        var chains = new ArrayList<ChainRecord>();
        long left = skip;
        int from = 0;
        while (chains.size() < take) {
            var page = archive.chains(run.id(), wantedStatus.states(), from, CHAINS_AT_ONCE, true);
            if (page.isEmpty()) break;
            for (var chain : page) {
                if (left > 0) left--;
                else if (chains.size() < take) chains.add(chain);
            }
            from = page.getLast().id().index() + 1;
        }
        return chains;
    }
}
