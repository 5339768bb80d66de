package io.tidewheel.workflow.check;

import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.text.Complaints;
import io.tidewheel.workflow.text.Trail;
import java.util.List;
import java.util.Map;

/** Finds what is wrong with a workflow that could be read. The time it takes grows with the size of the workflow, and no faster. */
public final class WorkflowCheck {
    private WorkflowCheck() {}

    /** Everything, in the order of the file. */
    public static List<Complaint> check(Workflow workflow, Surroundings surroundings) {
        var complaints = new Complaints();
        new BodyCheck(
                        Trail.of("workflow"),
                        workflow.variables(),
                        workflow.actions(),
                        Map.of(),
                        surroundings,
                        complaints)
                .run();
        return complaints.complaints().stream().sorted(Complaint.IN_ORDER).toList();
    }

    /** What is right but cannot be run yet: for whoever is about to run it. */
    public static List<Complaint> notYet(Workflow workflow) {
        var complaints = new Complaints();
        findJobs(workflow.actions(), Trail.of("workflow"), complaints);
        return complaints.complaints();
    }

    private static void findJobs(List<Action> actions, Trail trail, Complaints complaints) {
        for (int i = 0; i < actions.size(); i++) {
            switch (actions.get(i)) {
                case JobAction job ->
                    complaints.add(
                            trail.to("actions", i, "job " + job.service()),
                            job.place(),
                            "iterative jobs inside workflows are not there yet",
                            "submit the job as a run of its own");
                case ForEachAction loop -> findJobs(loop.actions(), trail.to("actions", i, "for-each"), complaints);
                default -> {}
            }
        }
    }
}
