package io.tidewheel.workflow.text;

import io.tidewheel.model.Owner;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.WorkflowDeadline;
import io.tidewheel.workflow.text.SourceTree.Mapping;
import io.tidewheel.workflow.text.SourceTree.Scalar;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads workflows. What the fields mean together is another question: {@link io.tidewheel.workflow.check.WorkflowCheck}. */
public final class WorkflowReader {
    private static final Set<String> WORKFLOW =
            Set.of("api", "name", "priority", "retries", "vars", "actions", "deadline", "budget", "owner");
    private static final String NEWEST = "4.7.0";

    private final Complaints complaints = new Complaints();

    private WorkflowReader() {}

    public static ReadResult<Workflow> read(String text) {
        var tree = SourceTreeReader.read("workflow", text);
        if (tree.value().isEmpty()) return new ReadResult<>(Optional.empty(), tree.complaints(), List.of());
        return new WorkflowReader().read(tree.value().get());
    }

    private ReadResult<Workflow> read(SourceTree tree) {
        var path = FieldPath.of("workflow");
        if (!(tree instanceof Mapping mapping)) {
            complaints.add(
                    path,
                    tree.place(),
                    "a workflow is an object with 'api' and 'actions', not " + tree.kind(),
                    "begin with: api: " + NEWEST);
            return new ReadResult<>(Optional.empty(), complaints.complaints(), List.of());
        }
        var fields = new FieldReader(mapping, path, complaints, WORKFLOW);
        var reader = new ActionReader(complaints);
        var workflow = new Workflow(
                api(fields),
                fields.optionalText("name", "name: nightly"),
                fields.integer("priority", 0, Integer.MIN_VALUE),
                chainRetries(fields),
                reader.variables(fields),
                reader.actions(fields, ""),
                deadline(fields),
                budget(fields),
                owner(fields));
        return new ReadResult<>(Optional.of(workflow), complaints.complaints(), complaints.warnings());
    }

    private static String api(FieldReader fields) {
        var api = fields.text("api", "api: " + NEWEST);
        if (api.isEmpty() || api.matches("4\\.[0-7]\\.0")) return api;
        boolean inRange = api.matches("4\\.[0-6]\\.\\d{1,9}");
        if (!inRange) {
            fields.complain("api", "api '%s' is not known".formatted(api), "it is a version from 4.0.0 to " + NEWEST);
        }
        return api;
    }

    private static Optional<RetryPolicy> chainRetries(FieldReader fields) {
        return fields.inner("retries", List.of("processChains"))
                .flatMap(retries -> LimitReader.policy(retries, "processChains"));
    }

    private static Optional<WorkflowDeadline> deadline(FieldReader fields) {
        var tree = fields.tree("deadline");
        if (tree.isPresent()
                && tree.get() instanceof Scalar scalar
                && scalar.text().indexOf('T') > 0) {
            try {
                return Optional.of(new WorkflowDeadline.At(
                        OffsetDateTime.parse(scalar.text()).toInstant()));
            } catch (DateTimeException wrong) {
                fields.complain(
                        "deadline",
                        "'%s' is not a moment".formatted(scalar.text()),
                        "write it like 2026-05-01T18:00:00Z, or as a time after submitting like 2h");
                return Optional.empty();
            }
        }
        return LimitReader.time(fields, "deadline").map(WorkflowDeadline.Within::new);
    }

    private static Optional<BigDecimal> budget(FieldReader fields) {
        var text = fields.optionalText("budget", "budget: 12.50");
        if (text.isEmpty()) return Optional.empty();
        try {
            var budget = new BigDecimal(text.get());
            if (budget.signum() >= 0 && budget.precision() <= 30 && Math.abs(budget.scale()) <= 30) {
                return Optional.of(budget);
            }
        } catch (NumberFormatException _) {
            // told below
        }
        fields.complain("budget", "'%s' is not an amount of money".formatted(text.get()), "example: budget: 12.50");
        return Optional.empty();
    }

    private static Optional<String> owner(FieldReader fields) {
        var owner = fields.optionalText("owner", "owner: physics");
        try {
            owner.ifPresent(Owner::new);
            return owner;
        } catch (IllegalArgumentException wrong) {
            fields.complain("owner", String.valueOf(wrong.getMessage()), "example: owner: physics");
            return Optional.empty();
        }
    }
}
