package io.tidewheel.experiments.faults;

import io.tidewheel.controllers.NewController;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.workflows.ChainPlugins;
import io.tidewheel.controllers.workflows.RunRules;
import io.tidewheel.controllers.workflows.WorkflowControllers;
import io.tidewheel.controllers.workflows.WorkflowRejected;
import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.engine.Assignment;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SubmissionField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The workflows of a world: drawn by chance, made into chains by the very controllers that a server has, and judged. */
final class LabWorkflows {
    /** What the name of a run begins with; behind it stands what it was drawn from. */
    private static final String NAME = "workflow ";

    private static final String WITH_JOBS = NAME + "with jobs ";

    private final Archive archive;
    private final LabEarlierRuns earlier;
    private final WorkflowControllers controllers;
    private final Map<String, DrawnWorkflow> drawn = new HashMap<>();

    LabWorkflows(Archive archive, LabJobs jobs, Predicate<RequiredResources> offered) {
        this.archive = archive;
        this.earlier = new LabEarlierRuns(archive);
        this.controllers = new WorkflowControllers(
                new WorkflowSettings(
                        List.of(new Source("services", DrawnWorkflow.services())), List.of(), "/tmp", "/out"),
                earlier,
                Optional.empty(),
                jobs.controllers(),
                offered,
                _ -> {},
                ChainPlugins.NONE);
    }

    /** The controller of a new run. */
    NewController controller(RunSpec spec) {
        var workflow = workflow(spec);
        try {
            var request = new WorkflowControllers.Request(
                    new Source("workflow", workflow.text()),
                    List.of(),
                    List.of(),
                    false,
                    false,
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    RunRules.NONE);
            return controllers.prepare(request).controller();
        } catch (WorkflowRejected rejected) {
            throw new IllegalStateException("%s in%n%s".formatted(rejected.complaints(), workflow.text()), rejected);
        }
    }

    private DrawnWorkflow workflow(RunSpec spec) {
        var name = spec.name();
        boolean hasJobs = name.startsWith(WITH_JOBS);
        long seed = Long.parseLong(name.substring((hasJobs ? WITH_JOBS : NAME).length()));
        return drawn.computeIfAbsent(name, _ -> DrawnWorkflow.of(seed, hasJobs));
    }

    /** @param hasJobs whether there are jobs among its steps */
    RunSpec spec(RunSpec like, long seed, boolean hasJobs) {
        var asked = like.asked().with(SubmissionField.NAME, (hasJobs ? WITH_JOBS : NAME) + seed);
        return new RunSpec(RunKind.WORKFLOW, like.owner(), asked, like.array(), like.retryOf(), like.text());
    }

    boolean isDrawn(RunSpec spec) {
        return spec.kind() == RunKind.WORKFLOW && spec.name().startsWith(NAME);
    }

    boolean isDrawn(Assignment work) {
        return work.runKind() == RunKind.WORKFLOW && work.runName().startsWith(NAME);
    }

    RunController open(RunId run, RunSpec spec, Payload document) {
        return controllers.open(run, spec, document);
    }

    NewController retry(RunId run) {
        return controllers.retry(run);
    }

    /** The run if it is a workflow that has ended otherwise than well. */
    Optional<RunRecord> unsuccessful(RunId run) {
        return archive.run(run)
                .filter(record ->
                        isDrawn(record.spec()) && record.state().isFinal() && record.state() != RunState.SUCCEEDED);
    }

    /** Throws if a run is not as it must be; {@code whole} if it came to its own end. */
    void check(RunRecord run, List<ChainRecord> own, boolean whole) {
        var chains = new ArrayList<ChainRecord>();
        for (long before : earlier.document(run.id()).getAdoptedRunsList())
            earlier.eachSucceeded(new RunId(before), chains::add);
        chains.addAll(own);
        var outcome = WorkflowOracle.check(workflow(run.spec()), chains, whole);
        if (whole && !(outcome.state() == run.state() && outcome.reason() == run.endReason()))
            throw new IllegalStateException(
                    "it ended as %s (%s), and not as %s".formatted(run.state(), run.endReason(), outcome));
    }
}
