package io.tidewheel.workflow.check;

import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.text.Complaints;
import io.tidewheel.workflow.text.FieldPath;
import java.util.List;
import java.util.Map;

/** Finds what is wrong with a workflow that could be read. The time it takes grows with the size of the workflow, and no faster. */
public final class WorkflowCheck {
    private WorkflowCheck() {}

    /** Everything, in the order of the file. */
    public static List<Complaint> check(Workflow workflow, CheckContext surroundings) {
        var complaints = new Complaints();
        new BodyCheck(
                        FieldPath.of("workflow"),
                        workflow.variables(),
                        workflow.actions(),
                        Map.of(),
                        surroundings,
                        complaints)
                .run();
        return complaints.complaints().stream().sorted(Complaint.IN_ORDER).toList();
    }
}
