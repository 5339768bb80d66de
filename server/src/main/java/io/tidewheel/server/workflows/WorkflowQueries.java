package io.tidewheel.server.workflows;

import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.workflows.EarlierRuns;
import io.tidewheel.controllers.workflows.ServiceLibrary;
import io.tidewheel.controllers.workflows.WorkflowControllers;
import io.tidewheel.model.Archive;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.workflow.chains.MacroExpansion;
import io.tidewheel.workflow.chains.WorkflowOutcome;
import io.tidewheel.workflow.graph.WorkflowGraph;
import io.tidewheel.workflow.text.WorkflowReader;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What can be said of workflow runs without touching them. Safe for many threads. */
public final class WorkflowQueries {
    /** Characters of text; somebody waits for the drawing. */
    private static final int LARGEST_DRAWN = 4 << 20;
    /** Chains; somebody waits. */
    private static final int MOST_LOOKED_THROUGH = 10_000;
    /** Runs. */
    private static final int MOST_REMEMBERED = 100;

    private final Archive archive;
    private final EarlierRuns runs;
    private final WorkflowControllers controllers;
    private final JobControllers onlookers;
    /** What ended runs have not done never changes; to find it, they are unfolded again. */
    private final Map<RunId, List<WorkflowOutcome.LeftOver>> notDone =
            Collections.synchronizedMap(new LinkedHashMap<RunId, List<WorkflowOutcome.LeftOver>>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<RunId, List<WorkflowOutcome.LeftOver>> eldest) {
                    return size() > MOST_REMEMBERED;
                }
            });

    /** @param onlookers opens jobs on which nobody works */
    public WorkflowQueries(
            Archive archive, EarlierRuns runs, WorkflowControllers controllers, JobControllers onlookers) {
        this.archive = archive;
        this.runs = runs;
        this.controllers = controllers;
        this.onlookers = onlookers;
    }

    /** What a run was made of. */
    public WorkflowDocument document(RunId run) {
        return runs.document(run);
    }

    /** The run after which the files of a workflow run are named: a run that goes on with another uses that one's. */
    public long namingRun(RunId run) {
        return WorkflowControllers.namingRun(run, document(run));
    }

    /** The actions of a run and what they wait for; empty if its text is too large to be drawn. */
    public Optional<WorkflowGraph> graph(RunId run) {
        var document = document(run);
        if (document.getSource().length() > LARGEST_DRAWN) return Optional.empty();
        var workflow = WorkflowReader.read(document.getSource()).orThrow();
        var macros = ServiceLibrary.accepted(document).macros();
        return Optional.of(WorkflowGraph.of(MacroExpansion.expand(workflow, macros)));
    }

    /**
     * Actions of an ended run that were never done, with what they waited for or what did not fit: some of them. None if the run is too large to be looked
     * through while somebody waits, or cannot be read any more.
     */
    public List<WorkflowOutcome.LeftOver> leftOver(RunId run) {
        var known = notDone.get(run);
        if (known != null) return known;
        var found = List.copyOf(findLeftOver(run));
        notDone.put(run, found);
        return found;
    }

    private List<WorkflowOutcome.LeftOver> findLeftOver(RunId run) {
        if (archive.run(run).map(RunRecord::made).orElse(Integer.MAX_VALUE) > MOST_LOOKED_THROUGH) return List.of();
        try {
            var chains = archive.chains(run, Set.of(), 0, MOST_LOOKED_THROUGH, true);
            return controllers.leftOver(run, document(run), chains, onlookers);
        } catch (IllegalStateException | IllegalArgumentException unreadable) {
            return List.of();
        }
    }
}
