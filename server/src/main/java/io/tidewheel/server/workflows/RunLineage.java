package io.tidewheel.server.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Archive;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import io.tidewheel.protocol.wire.WorkflowDocument;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Predicate;

/** Runs together with their retries, which name their files after the first of them. */
final class RunLineage {
    private static final int PAGE = 1_000;

    private final Archive archive;
    private final Predicate<WorkflowDocument> keeps;
    private final Map<Long, Line> lines = new HashMap<>();

    /** How the runs that name their files after the same run stand together. */
    static final class Line {
        private boolean needed;
        private boolean succeeded;

        /** What failed may be retried; but if one of them succeeded, the others need not be. */
        boolean isDone() {
            return succeeded && !needed;
        }
    }

    private RunLineage(Archive archive, Predicate<WorkflowDocument> keeps) {
        this.archive = archive;
        this.keeps = keeps;
    }

    /**
     * The lines of these runs; of those that are not there any more, and have no retry that is, there is none.
     *
     * @param names the runs after which files are named; not empty
     * @param keeps whether a run needs its files even when it has ended
     */
    static Map<Long, Line> of(Archive archive, SortedSet<Long> names, Predicate<WorkflowDocument> keeps) {
        var lines = new RunLineage(archive, keeps);
        lines.read(names);
        return lines.lines;
    }

    /** Reads the runs from the first of them on, since retries come later. */
    private void read(SortedSet<Long> names) {
        for (long before = Long.MAX_VALUE; ; ) {
            var page = archive.runs(RunFilter.ALL, before, PAGE);
            for (var run : page) {
                if (run.id().number() < names.first()) return;
                boolean matters = names.contains(run.id().number())
                        || run.spec().retryOf().isPresent();
                if (matters && run.spec().kind() == RunKind.WORKFLOW) add(run);
            }
            if (page.size() < PAGE) return;
            before = page.getLast().id().number();
        }
    }

    private void add(RunRecord run) {
        var document = document(archive, run.id());
        long name = document.getNamingRun() == 0 ? run.id().number() : document.getNamingRun();
        var line = lines.computeIfAbsent(name, _ -> new Line());
        line.succeeded |= run.state() == RunState.SUCCEEDED;
        line.needed |= !run.state().isFinal() || keeps.test(document);
    }

    static WorkflowDocument document(Archive archive, RunId run) {
        try {
            return WorkflowDocument.parseFrom(archive.document(run).bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the document of run %s cannot be read".formatted(run), strange);
        }
    }
}
