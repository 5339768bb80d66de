package io.tidewheel.server.workflows;

import io.tidewheel.controllers.workflows.EarlierChains;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RunId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The successful chains of earlier runs, as the archive has them. Of each only eight bytes are kept. The chains themselves are read a page at
 * a time, since a run makes its chains in about the order in which the earlier one did. The engine asks and must not wait, so that one reader
 * at a time looks up what was asked for, and stirs the run when it has answers.
 */
final class ArchivedChains implements EarlierChains {
    private static final int PAGE = 1_000;
    private static final int KEPT_PAGES = 16;
    /** A run goes on when so many answers are there, if not all. */
    private static final int ANSWERS_AT_ONCE = 1_000;

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
    private final Executor readers;
    private final Consumer<RunId> stir;
    private final List<Catalogue> catalogues = new ArrayList<>();
    /** For the reader alone. */
    private final Map<Leaf, Map<Integer, ChainRecord>> pages = new LinkedHashMap<>(16, 0.75f, true);

    private final Set<String> wanted = new LinkedHashSet<>();
    private final Map<String, ChainAnswer> answers = new HashMap<>();
    private boolean reading;

    private ArchivedChains(Archive archive, Executor readers, Consumer<RunId> stir) {
        this.archive = archive;
        this.readers = readers;
        this.stir = stir;
    }

    /** The chains of the given runs; what comes into being later is not seen. */
    static ArchivedChains of(Archive archive, List<RunId> runs, Executor readers, Consumer<RunId> stir) {
        var chains = new ArchivedChains(archive, readers, stir);
        for (var run : runs.reversed()) chains.catalogues.add(catalogue(archive, run));
        return chains;
    }

    private static Catalogue catalogue(Archive archive, RunId run) {
        var entries = new long[64];
        int count = 0;
        for (int from = 0; ; ) {
            var page = archive.chains(run, ArchivedRuns.SUCCEEDED, from, ArchivedRuns.PAGE, true);
            for (var chain : page) {
                if (count == entries.length) entries = Arrays.copyOf(entries, count * 2);
                entries[count++] = start(chain.parameter()) | chain.id().index();
            }
            if (page.size() < ArchivedRuns.PAGE) break;
            from = page.getLast().id().index() + 1;
        }
        entries = Arrays.copyOf(entries, count);
        Arrays.sort(entries);
        return new Catalogue(run, entries);
    }

    private static long start(String parameter) {
        return (long) parameter.hashCode() << 32;
    }

    @Override
    public synchronized Optional<ChainAnswer> find(RunId asker, String actions) {
        if (!mayHave(actions)) return Optional.of(new ChainAnswer.Known(Optional.empty()));
        var answer = answers.remove(actions);
        if (answer != null) return Optional.of(answer);
        wanted.add(actions);
        if (!reading) {
            reading = true;
            readers.execute(() -> read(asker));
        }
        return Optional.empty();
    }

    private void read(RunId asker) {
        int unheard = 0;
        for (var next = nextWanted(); next.isPresent(); next = nextWanted()) {
            answer(next.get(), lookUp(next.get()));
            if (++unheard % ANSWERS_AT_ONCE == 0) stir.accept(asker);
        }
        stir.accept(asker);
    }

    private synchronized Optional<String> nextWanted() {
        var next = wanted.stream().findFirst();
        reading = next.isPresent();
        return next;
    }

    private synchronized void answer(String actions, ChainAnswer answer) {
        wanted.remove(actions);
        answers.put(actions, answer);
    }

    /** Whatever is wrong with the archive, somebody waits for an answer. */
    private ChainAnswer lookUp(String actions) {
        try {
            return new ChainAnswer.Known(chain(actions));
        } catch (RuntimeException unavailable) {
            return new ChainAnswer.Unreadable(String.valueOf(unavailable.getMessage()));
        }
    }

    private boolean mayHave(String actions) {
        for (var catalogue : catalogues) {
            int first = firstOf(catalogue, actions);
            if (first < catalogue.entries.length && catalogue.entries[first] <= end(actions)) return true;
        }
        return false;
    }

    private static int firstOf(Catalogue catalogue, String actions) {
        int at = Arrays.binarySearch(catalogue.entries, start(actions));
        return at < 0 ? -at - 1 : at;
    }

    private static long end(String actions) {
        return start(actions) | 0xffff_ffffL;
    }

    private Optional<ChainRecord> chain(String actions) {
        for (var catalogue : catalogues) {
            var entries = catalogue.entries;
            for (int i = firstOf(catalogue, actions); i < entries.length && entries[i] <= end(actions); i++) {
                var chain = chain(catalogue.run, (int) entries[i]);
                if (chain.isPresent() && chain.get().parameter().equals(actions)) return chain;
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
        for (var chain : archive.chains(leaf.run, ArchivedRuns.SUCCEEDED, first, PAGE, false)) {
            if (chain.id().index() < first + PAGE) page.put(chain.id().index(), chain);
        }
        return page;
    }
}
