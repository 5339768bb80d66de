package io.tidewheel.controllers.workflows;

import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.ActionOutput;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.MacroExpansion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds outputs of a workflow whose prefix says where they are to be, which means nothing where agents share no disk. */
final class OutputPrefixes {
    private final List<Complaint> complaints = new ArrayList<>();

    private OutputPrefixes() {}

    static List<Complaint> outside(Workflow workflow, Map<String, Macro> macros) {
        var prefixes = new OutputPrefixes();
        prefixes.look(MacroExpansion.expand(workflow, macros).actions());
        return prefixes.complaints;
    }

    private void look(List<Action> actions) {
        for (var action : actions) {
            switch (action) {
                case ExecuteAction execute -> execute.outputs().forEach(this::look);
                case JobAction job -> job.outputs().forEach(this::look);
                case ForEachAction loop -> look(loop.actions());
                case IncludeAction _ -> {}
            }
        }
    }

    private void look(ActionOutput output) {
        // The reader has refused those with '..' already.
        if (!output.prefix().startsWith("/")) return;
        complaints.add(new Complaint(
                "outputs->" + output.id(),
                output.place().line(),
                output.place().column(),
                "the prefix '%s' leads out of the chain's own folder, but in a staged run agents share no other"
                        .formatted(output.prefix()),
                "give a prefix that does not begin with a slash, or submit the workflow without --staged"));
    }
}
