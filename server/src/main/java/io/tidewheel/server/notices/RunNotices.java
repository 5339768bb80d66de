package io.tidewheel.server.notices;

import io.tidewheel.model.Archive;
import io.tidewheel.model.Notice;
import io.tidewheel.model.NoticeKind;
import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the runs that have ended, by asking the record for what has ended since the last look. So nothing is missed that ended while nobody
 * looked, and the engine does nothing for it. Used by one thread.
 */
final class RunNotices {
    /** How far back the first look goes from the end of the last run: longer than it ever takes until a notice is kept. */
    private static final Duration BEFORE_THE_LAST = Duration.ofHours(1);
    /** Another server may commit a little later what it says ended earlier. */
    private static final Duration LATE = Duration.ofMinutes(2);

    private static final int AT_A_TIME = 500;
    private static final int MOST_REMEMBERED = 100_000;
    private static final RunId NONE = new RunId(1);

    private final NoticeStore store;
    private final Archive archive;
    private final Set<RunId> told = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, Boolean> eldest) {
            return size() > MOST_REMEMBERED;
        }
    });
    private Optional<Instant> position = Optional.empty();
    private RunId after = NONE;
    private List<NoticeStore.EndedRun> page = List.of();

    RunNotices(NoticeStore store, Archive archive) {
        this.store = store;
        this.archive = archive;
    }

    /** Some of what has ended since what was confirmed; at first, since some time before the last end. */
    List<Notice> next() {
        if (position.isEmpty()) position = store.lastEnd().map(end -> end.minus(BEFORE_THE_LAST));
        if (position.isEmpty()) return List.of();
        page = store.ended(position.get(), after, AT_A_TIME);
        var notices = new ArrayList<Notice>();
        for (var run : page)
            if (!told.contains(run.run()))
                archive.run(run.run()).map(RunNotices::notice).ifPresent(notices::add);
        return notices;
    }

    /** What was handed out last is kept; true if there may be more at once. */
    boolean confirm() {
        for (var run : page) told.add(run.run());
        boolean more = page.size() == AT_A_TIME;
        if (!page.isEmpty()) {
            var last = page.getLast();
            position = Optional.of(more ? last.finished() : last.finished().minus(LATE));
            after = more ? last.run() : NONE;
        }
        page = List.of();
        return more;
    }

    static Notice notice(RunRecord run) {
        var totals = run.totals();
        var facts = new TreeMap<String, String>();
        facts.put("name", run.spec().name());
        facts.put("kind", word(run.spec().kind()));
        facts.put("state", word(run.state()));
        facts.put("size", Long.toString(run.size()));
        facts.put("succeeded", Long.toString(totals.succeeded()));
        facts.put("failed", Long.toString(totals.failed()));
        facts.put("cancelled", Long.toString(totals.cancelled()));
        facts.put("created", run.created().toString());
        var finished = run.finished().orElse(run.created());
        facts.put("finished", finished.toString());
        if (run.endReason() != Reason.NONE) facts.put("reason", word(run.endReason()));
        var kind = kind(run);
        return new Notice(
                "run-" + run.id().number(),
                kind,
                finished,
                Optional.of(run.spec().owner()),
                Optional.of(run.id()),
                run.spec().labels(),
                sentence(run, kind),
                facts);
    }

    private static NoticeKind kind(RunRecord run) {
        if (run.endReason() == Reason.DEADLINE) return NoticeKind.RUN_LATE;
        return switch (run.state()) {
            case SUCCEEDED -> NoticeKind.RUN_SUCCEEDED;
            case FAILED -> NoticeKind.RUN_FAILED;
            default -> NoticeKind.RUN_CANCELLED;
        };
    }

    private static String sentence(RunRecord run, NoticeKind kind) {
        var what = "run %d (%s) of %s"
                .formatted(run.id().number(), run.spec().name(), run.spec().owner());
        var totals = run.totals();
        return switch (kind) {
            case RUN_SUCCEEDED -> what + " has succeeded";
            case RUN_LATE -> what + " missed its deadline and was cancelled";
            case RUN_FAILED -> "%s has failed: %,d of %,d tasks failed".formatted(what, totals.failed(), run.size());
            default -> what + " was cancelled";
        };
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
