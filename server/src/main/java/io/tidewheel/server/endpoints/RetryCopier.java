package io.tidewheel.server.endpoints;

import io.tidewheel.controllers.tasks.RetrySelection;
import io.tidewheel.model.Actor;
import io.tidewheel.model.Archive;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Copies the tasks of ended runs into those that retry them, page by page, so that a run of millions takes no more memory than a small one. If that breaks off, whoever looks
 * next goes on where it stopped: what is chosen is kept with the new run. Two may copy the same at the same time; each task is added once. Safe for many threads.
 */
public final class RetryCopier {
    private static final int PAGE = 1_000;
    /** The size of a page of chains that carry no command of their own, of which more fit. */
    private static final int UNMADE_PAGE = 10_000;

    private static final Actor SELF = Actor.anyone("retry");

    private final Archive archive;
    private final CurrentEngine host;
    private final Set<RunId> atWork = ConcurrentHashMap.newKeySet();

    public RetryCopier(Archive archive, CurrentEngine host) {
        this.archive = archive;
        this.host = host;
    }

    /** Goes on with those that nobody here is at work on. */
    public void runOnce() {
        for (var copy : EngineAnswers.await(host.engine().unfilledRetries())) {
            if (atWork.contains(copy)) continue;
            RetrySelection.of(archive.document(copy)).ifPresent(chosen -> fill(copy, chosen));
        }
    }

    /** Adds what is missing to a run that retries another, and closes it. */
    public void fill(RunId copy, RetrySelection chosen) {
        boolean mine = atWork.add(copy);
        try {
            var there = archive.run(copy).orElseThrow(() -> gone(copy));
            if (there.closed()) return;
            there.spec().retryOf().flatMap(archive::run).ifPresent(run -> new Filling(there, run, chosen).copyAll());
            EngineAnswers.await(host.engine().close(copy, SELF));
        } finally {
            if (mine) atWork.remove(copy);
        }
    }

    private static Refusal gone(RunId copy) {
        return new Refusal(Refusal.Kind.NOT_FOUND, "there is no run " + copy);
    }

    /** One run while it is being filled. */
    private final class Filling {
        private final RunRecord copy;
        private final RunRecord run;
        private final RetrySelection chosen;
        private int next;

        private Filling(RunRecord copy, RunRecord run, RetrySelection chosen) {
            this.copy = copy;
            this.run = run;
            this.chosen = chosen;
        }

        private void copyAll() {
            for (int from = 0; ; ) {
                var page = archive.chains(run.id(), chosen.states(), from, PAGE, false);
                if (page.isEmpty()) break;
                add(chosen.of(page));
                from = page.getLast().id().index() + 1;
            }
            run.spec().array().ifPresent(array -> {
                for (int from = run.made(); from < array.count(); from += UNMADE_PAGE)
                    add(chosen.unmade(array, from, Math.min(array.count(), from + UNMADE_PAGE)));
            });
        }

        private void add(List<NewChain> chains) {
            int first = next;
            next += chains.size();
            // Whoever was at work before has added these.
            if (next <= copy.made()) return;
            int made = EngineAnswers.await(host.engine().add(copy.id(), first, chains, SELF));
            if (made < next) throw new IllegalStateException("run %s has only %d tasks".formatted(copy.id(), made));
        }
    }
}
