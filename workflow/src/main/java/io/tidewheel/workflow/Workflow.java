package io.tidewheel.workflow;

import io.tidewheel.model.Money;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import java.math.BigDecimal;
import java.time.Instant;
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

    /**
     * What the file says about the run that is made of it.
     *
     * @param now what a deadline counts from that is told as a time
     */
    public Submission asked(Instant now) {
        return new Submission.Draft()
                .put(SubmissionField.NAME, name)
                .put(SubmissionField.PRIORITY, (long) priority)
                .put(SubmissionField.RETRY, chainRetries)
                .put(SubmissionField.DEADLINE, deadline.map(due -> due.moment(now)))
                .put(SubmissionField.BUDGET, budget.map(Money::new))
                .done();
    }

    /** The same with other variables and actions. */
    public Workflow with(List<Variable> newVariables, List<Action> newActions) {
        return new Workflow(api, name, priority, chainRetries, newVariables, newActions, deadline, budget, owner);
    }
}
