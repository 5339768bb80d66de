package io.tidewheel.controllers.workflows;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.wire.ChainRules;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.workflow.chains.PlannedChain;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What whoever submits a workflow asks of all of its chains, beside what the workflow and its services say. */
public record RunRules(Submission asked) {
    public static final RunRules NONE = new RunRules(Submission.NOTHING);

    static RunRules of(WorkflowDocument document) {
        var asked = SubmissionCodec.submission(document.getRules());
        if (document.getKeepOutputBytes() == 0) return new RunRules(asked);
        return new RunRules(asked.with(SubmissionField.KEEP_OUTPUT, document.getKeepOutputBytes()));
    }

    ChainRules wire() {
        return SubmissionCodec.rules(asked);
    }

    /** How many bytes of each output stream are kept; 0 leaves it to the agent. */
    long keepOutputBytes() {
        return asked.effective(SubmissionField.KEEP_OUTPUT);
    }

    LaneSpec lane(PlannedChain chain, String kind) {
        var need = joinedTo(new RequiredResources(chain.requires(), chain.amounts()));
        return asked.with(SubmissionField.REQUIRES, need.requires())
                .with(SubmissionField.NEEDS, need.amounts())
                .with(SubmissionField.RETRY, asked.get(SubmissionField.RETRY).orElse(chain.retries()))
                .lane(Payload.NONE)
                .withPriority(0)
                .withKind(kind);
    }

    /** What is asked of whoever runs a chain, if its services ask this. */
    private RequiredResources joinedTo(RequiredResources of) {
        var own = asked.required();
        return new RequiredResources(
                own.requires().names().isEmpty()
                        ? of.requires()
                        : Capabilities.of(joinedTo(of.requires().names())),
                of.amounts().isNone() ? own.amounts() : of.amounts());
    }

    Collection<String> joinedTo(Collection<String> names) {
        var all = new TreeSet<>(names);
        all.addAll(asked.required().requires().names());
        return List.copyOf(all);
    }

    /** Whether what services need is offered together with what is asked of all chains. */
    Predicate<RequiredResources> joinedTo(Predicate<RequiredResources> offered) {
        return need -> offered.test(joinedTo(need));
    }
}
