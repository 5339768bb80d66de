package io.tidewheel.cli.workflows;

import io.tidewheel.simulation.whatif.ForecastWork;
import io.tidewheel.simulation.workloads.GrowingWorkflow;
import io.tidewheel.simulation.workloads.WorkflowPlay;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.PlannedExecutable;
import io.tidewheel.workflow.plan.WorkflowForecaster;
import io.tidewheel.workflow.plan.WorkflowSuppositions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A workflow of ours, and what is supposed of it.
 *
 * @param workflow checked, and without includes
 * @param rounds what was said of loops whose rounds are known only when they run
 */
record ForecastWorkflow(
        Workflow workflow,
        Map<String, Service> services,
        WorkflowForecaster planner,
        Map<String, WorkflowSuppositions.Range> rounds,
        long mostChains) {
    /** Throws IllegalArgumentException, with a text for users, if something was said of what is no such loop. */
    WorkflowSuppositions supposed(WorkflowSuppositions.End end) {
        return new WorkflowSuppositions(workflow, services, rounds, end);
    }

    /**
     * Throws IllegalArgumentException, with a text for users, if there are too many chains.
     *
     * @param known how long a command takes
     */
    RunForecast forecast(Function<PlannedExecutable, OptionalDouble> known, Duration guess) {
        var supposed = supposed(WorkflowSuppositions.End.MOST);
        var most = work(WorkflowSuppositions.End.MOST, known, guess);
        var least = supposed.isRange()
                ? Optional.of(work(WorkflowSuppositions.End.LEAST, known, guess))
                : Optional.<ForecastWork>empty();
        return new RunForecast(most, least, !supposed.unsaid().isEmpty(), notes(supposed));
    }

    private ForecastWork work(
            WorkflowSuppositions.End end, Function<PlannedExecutable, OptionalDouble> known, Duration guess) {
        var growing = new GrowingWorkflow(workflow.name().orElse("workflow"), () -> {
            var supposed = supposed(end);
            return new WorkflowPlay(planner.unfolding(supposed), supposed, known, guess.toMillis() / 1e3);
        });
        return new ForecastWork.Growing(growing, growing.course().get().alone(mostChains));
    }

    /** What people should know of what is supposed. */
    static List<String> notes(WorkflowSuppositions supposed) {
        var notes = new ArrayList<String>();
        if (!supposed.unsaid().isEmpty())
            notes.add(
                    "How many rounds these have is known only when they run, and counted is the list that they begin with, or one round: %s. Say how many with --rounds LOOP=N or LOOP=MIN..MAX."
                            .formatted(String.join(", ", supposed.unsaid())));
        if (!supposed.openConditions().isEmpty())
            notes.add("Whether these are done is known only when they run; from nothing of them to all of them: %s."
                    .formatted(String.join(", ", supposed.openConditions())));
        return notes;
    }
}
