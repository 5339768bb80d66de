package io.tidewheel.workflow;

import io.tidewheel.model.RetryPolicy;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * A workflow as its file describes it.
 *
 * @param chainRetries the retry policy of every process chain
 * @param deadline when all of it has to be done
 * @param budget how much may be spent on it
 * @param owner whom the run belongs to, for those who may act for others
 */
public record Workflow(
        String api,
        Optional<String> name,
        int priority,
        Optional<RetryPolicy> chainRetries,
        List<Variable> variables,
        List<Action> actions,
        Optional<WorkflowDeadline> deadline,
        Optional<BigDecimal> budget,
        Optional<String> owner) {
    public Workflow {
        variables = List.copyOf(variables);
        actions = List.copyOf(actions);
    }

    /** The same with other variables and actions. */
    public Workflow with(List<Variable> newVariables, List<Action> newActions) {
        return new Workflow(api, name, priority, chainRetries, newVariables, newActions, deadline, budget, owner);
    }
}
