package io.tidewheel.server.workflows;

import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.RunId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The successful chains of earlier runs, found by their actions. Of each only eight bytes are kept. The chains themselves are read a page at
 * a time, since a run makes its chains in about the order in which the earlier one did. For one thread.
 */
final class EarlierChains {
    private static final Set<ChainState> SUCCEEDED = EnumSet.of(ChainState.SUCCEEDED);
    private static final int PAGE = 1_000;
    private static final int LARGE_PAGE = 10_000;
    private static final int KEPT_PAGES = 16;

    /** The hashes of the chains' actions in the upper halves, their indexes in the lower ones; sorted. */
    private static final class Catalogue {
        final RunId run;
        final long[] entries;

        Catalogue(RunId run, long[] entries) {
            this.run = run;
            this.entries = entries;
        }
    }

    private record Leaf(RunId run, int number) {}

    private final Archive archive;
    private final List<Catalogue> catalogues = new ArrayList<>();
    private final Map<Leaf, Map<Integer, ChainRecord>> pages = new LinkedHashMap<>(16, 0.75f, true);

    private EarlierChains(Archive archive) {
        this.archive = archive;
    }

    /** Those of the given runs; what comes into being later is not seen. */
    static EarlierChains of(Archive archive, List<RunId> runs) {
        var chains = new EarlierChains(archive);
        for (var run : runs.reversed()) chains.catalogues.add(catalogue(archive, run));
        return chains;
    }

    private static Catalogue catalogue(Archive archive, RunId run) {
        var entries = new long[64];
        int count = 0;
        for (int from = 0; ; ) {
            var page = archive.chains(run, SUCCEEDED, from, LARGE_PAGE, true);
            for (var chain : page) {
                if (count == entries.length) entries = Arrays.copyOf(entries, count * 2);
                entries[count++] = start(chain.parameter()) | chain.id().index();
            }
            if (page.size() < LARGE_PAGE) break;
            from = page.getLast().id().index() + 1;
        }
        entries = Arrays.copyOf(entries, count);
        Arrays.sort(entries);
        return new Catalogue(run, entries);
    }

    private static long start(String parameter) {
        return (long) parameter.hashCode() << 32;
    }

    /** Hands over all successful chains of a run in the order of their making. */
    static void each(Archive archive, RunId run, Consumer<ChainRecord> taker) {
        for (int from = 0; ; ) {
            var page = archive.chains(run, SUCCEEDED, from, LARGE_PAGE, true);
            page.forEach(taker);
            if (page.size() < LARGE_PAGE) return;
            from = page.getLast().id().index() + 1;
        }
    }

    Optional<ChainRecord> find(String parameter) {
        for (var catalogue : catalogues) {
            var entries = catalogue.entries;
            long start = start(parameter);
            long end = start | 0xffff_ffffL;
            int at = Arrays.binarySearch(entries, start);
            for (int i = at < 0 ? -at - 1 : at; i < entries.length && entries[i] <= end; i++) {
                var chain = chain(catalogue.run, (int) entries[i]);
                if (chain.isPresent() && chain.get().parameter().equals(parameter)) return chain;
            }
        }
        return Optional.empty();
    }

    private Optional<ChainRecord> chain(RunId run, int index) {
        var leaf = new Leaf(run, index / PAGE);
        var page = pages.get(leaf);
        if (page == null) {
            page = read(leaf);
            pages.put(leaf, page);
            if (pages.size() > KEPT_PAGES)
                pages.remove(pages.keySet().iterator().next());
        }
        return Optional.ofNullable(page.get(index));
    }

    private Map<Integer, ChainRecord> read(Leaf leaf) {
        var page = new HashMap<Integer, ChainRecord>();
        int first = leaf.number * PAGE;
        for (var chain : archive.chains(leaf.run, SUCCEEDED, first, PAGE, false)) {
            if (chain.id().index() < first + PAGE) page.put(chain.id().index(), chain);
        }
        return page;
    }
}
