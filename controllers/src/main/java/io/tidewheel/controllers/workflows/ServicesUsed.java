package io.tidewheel.controllers.workflows;

import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.Workflow;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which services a workflow uses, in its own actions and in the macros it includes. */
final class ServicesUsed {
    private final Map<String, Macro> macros;
    private final Set<String> services = new HashSet<>();
    private final Set<String> included = new HashSet<>();

    private ServicesUsed(Map<String, Macro> macros) {
        this.macros = macros;
    }

    static Set<String> by(Workflow workflow, Map<String, Macro> macros) {
        var used = new ServicesUsed(macros);
        used.look(workflow.actions());
        return used.services;
    }

    private void look(List<Action> actions) {
        for (var action : actions) {
            switch (action) {
                case ExecuteAction execute -> services.add(execute.service());
                case ForEachAction loop -> look(loop.actions());
                case IncludeAction include -> {
                    var macro = macros.get(include.macro());
                    if (macro != null && included.add(include.macro())) look(macro.actions());
                }
                case JobAction job -> services.add(job.service());
            }
        }
    }
}
