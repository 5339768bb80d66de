package io.tidewheel.server.workflows;

import io.tidewheel.controllers.workflows.RunObjectNames;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import io.tidewheel.protocol.wire.StagedFile;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.server.objects.SubmittedInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the objects of workflow runs that nobody needs any more: what only the run needed when it has succeeded, unless it may be resumed;
 * results when the run is forgotten; and what users have brought when no run that is known names it, or the command has succeeded that was to read it. It looks at what is there each time, so
 * that it may be interrupted anywhere.
 */
public final class UnneededObjects {
    private static final Logger log = LoggerFactory.getLogger(UnneededObjects.class);

    /** What was brought is for a workflow that is yet to be submitted. */
    private static final Duration UNCLAIMED = Duration.ofDays(1);
    /** Documents of all runs are read for it. */
    private static final Duration BETWEEN_LOOKS_AT_FILES = Duration.ofHours(1);

    private static final int PAGE = 1_000;
    /** Comes after every hash. */
    private static final String LAST = "/zz";

    private final Archive archive;
    private final ObjectStore objects;
    private Instant filesDue = Instant.MIN;

    public UnneededObjects(Archive archive, ObjectStore objects) {
        this.archive = archive;
        this.objects = objects;
    }

    /** Removes what can be removed now, and tells how many. */
    public int sweep(Instant now) {
        int removed = sweepRuns();
        if (!now.isBefore(filesDue)) {
            removed += sweepFiles(now.minus(UNCLAIMED));
            filesDue = now.plus(BETWEEN_LOOKS_AT_FILES);
        }
        if (removed > 0) log.info("removed {} objects that no workflow run needs", removed);
        return removed;
    }

    private int sweepRuns() {
        // First the objects, then the runs: whatever has objects is in the archive, unless it was forgotten.
        var temporary = runs(RunObjectNames.TEMPORARY);
        var results = runs(RunObjectNames.RESULTS);
        var all = new TreeSet<>(temporary);
        all.addAll(results);
        if (all.isEmpty()) return 0;
        var newest = archive.runs(RunFilter.ALL, Long.MAX_VALUE, 1);
        if (newest.isEmpty()) return 0;
        var lines = RunLineage.of(archive, all, WorkflowDocument::getReuse);
        int removed = 0;
        for (long run : all) {
            if (run > newest.getFirst().id().number()) continue;
            var line = lines.get(run);
            if (line == null) removed += remove(RunObjectNames.RESULTS + run + "/");
            if (line == null || line.isDone()) removed += remove(RunObjectNames.TEMPORARY + run + "/");
        }
        return removed;
    }

    /** The runs that have objects of the kind. */
    private SortedSet<Long> runs(String kind) {
        var runs = new TreeSet<Long>();
        var after = Optional.<ObjectName>empty();
        while (true) {
            var next = objects.list(kind, after, 1);
            if (next.isEmpty()) return runs;
            var number = next.getFirst().name().text().split("/", -1)[1];
            if (number.matches("[1-9][0-9]{0,17}")) runs.add(Long.parseLong(number));
            after = Optional.of(new ObjectName(kind + number + LAST));
        }
    }

    private int remove(String prefix) {
        int removed = 0;
        while (true) {
            var page = objects.list(prefix, Optional.empty(), PAGE);
            for (var object : page) if (objects.delete(object.name())) removed++;
            if (page.size() < PAGE) return removed;
        }
    }

    private int sweepFiles(Instant before) {
        var old = filesBefore(before);
        if (old.isEmpty()) return 0;
        var named = named();
        int removed = 0;
        for (var name : old) if (!named.contains(name.text()) && objects.delete(name)) removed++;
        return removed;
    }

    private List<ObjectName> filesBefore(Instant before) {
        var old = new ArrayList<ObjectName>();
        var after = Optional.<ObjectName>empty();
        while (true) {
            var page = objects.list(RunObjects.OF_USERS, after, PAGE);
            page.stream()
                    .filter(object -> object.since().isBefore(before))
                    .map(ObjectFacts::name)
                    .forEach(old::add);
            if (page.size() < PAGE) return old;
            after = Optional.of(page.getLast().name());
        }
    }

    /** What a command reads is needed until it has succeeded: it, or a retry of it, may yet begin. */
    private static Stream<String> input(RunRecord run) {
        if (run.state() == RunState.SUCCEEDED) return Stream.empty();
        return run.lanes().stream()
                .flatMap(lane ->
                        SubmittedInput.named(run.spec().owner(), lane.spec().template()).stream())
                .map(ObjectName::text);
    }

    private Set<String> named() {
        var named = new HashSet<String>();
        for (long before = Long.MAX_VALUE; ; ) {
            var page = archive.runs(RunFilter.ALL, before, PAGE);
            for (var run : page) {
                if (run.spec().kind() == RunKind.TASKS) input(run).forEach(named::add);
                if (run.spec().kind() != RunKind.WORKFLOW) continue;
                var files = RunLineage.document(archive, run.id()).getFilesList();
                files.stream().map(StagedFile::getObject).forEach(named::add);
            }
            if (page.size() < PAGE) return named;
            before = page.getLast().id().number();
        }
    }
}
