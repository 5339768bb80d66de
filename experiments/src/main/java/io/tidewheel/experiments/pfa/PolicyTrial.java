package io.tidewheel.experiments.pfa;

import io.tidewheel.experiments.workloads.RunTimeRule;
import io.tidewheel.model.Money;
import io.tidewheel.simulation.elastic.NamedPolicy;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A policy on a workload with budgets, one for each user.
 *
 * @param source where the workflows come from
 */
public record PolicyTrial(NamedPolicy contestant, Source source, List<Money> budgets) {
    /** Where workflows come from. */
    public sealed interface Source {
        /** The three sets of the report, drawn by the generators. */
        record Drawn(RunTimeRule rule) implements Source {}

        /** Workflow files that nothing was tuned on. */
        record Files(String name) implements Source {}
    }

    public PolicyTrial {
        budgets = List.copyOf(budgets);
    }

    /** The budgets as they are written in tables: 100, or 120/80. */
    public String budgetText() {
        boolean alike = budgets.stream().distinct().count() == 1;
        return alike
                ? budgets.getFirst().toString()
                : budgets.stream().map(Money::toString).collect(Collectors.joining("/"));
    }

    public String sourceText() {
        return switch (source) {
            case Source.Drawn(var rule) -> rule == RunTimeRule.WORKLOAD_I ? "I" : "II";
            case Source.Files(var name) -> name;
        };
    }
}
