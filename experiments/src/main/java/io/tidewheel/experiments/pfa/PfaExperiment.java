package io.tidewheel.experiments.pfa;

import io.tidewheel.experiments.pfa.PolicyTrial.Source;
import io.tidewheel.experiments.workloads.RunTimeRule;
import io.tidewheel.model.Money;
import io.tidewheel.simulation.elastic.NamedPolicy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A question of the report, or one of ours. */
public enum PfaExperiment {
    /** Section 5: equal budgets of 60, 80, 100 and 120 for both users. */
    BUDGETS("Equal budgets, Workload I"),
    /** Section 5: 120 for one user, 80 for the other. */
    UNEQUAL("Different budgets"),
    /** How long PFA remembers. */
    AVERAGES("Averages of PFA"),
    /** Section 5: Small is slower for every task. */
    WORKLOAD2("Equal budgets, Workload II"),
    /** The policies of CloudKon, TaScaaS and Steep, and a fleet that never changes. */
    OTHERS("Policies that know nothing of budgets"),
    /** What the user has chosen. */
    OWN("Own choice");

    private static final List<String> RIVALS =
            List.of("pfa-ma:10", "pfa-ewma:0.7", "plf", "plf:fast", "scf", "scf:fast", "leap", "leap@engine");
    private static final List<Integer> EQUAL = List.of(60, 80, 100, 120);

    private final String title;

    PfaExperiment(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The experiment of a name. Throws IllegalArgumentException, with a text for users, if there is none. */
    public static PfaExperiment of(String word) {
        for (var each : all()) if (each.word().equalsIgnoreCase(word)) return each;
        throw new IllegalArgumentException("there is no experiment '%s': choose %s"
                .formatted(
                        word,
                        String.join(
                                ", ", all().stream().map(PfaExperiment::word).toList())));
    }

    /** The experiments that say themselves what is tried. */
    public static List<PfaExperiment> all() {
        return Arrays.stream(values()).filter(each -> each != OWN).toList();
    }

    public List<PolicyTrial> trials() {
        return switch (this) {
            case BUDGETS -> cross(RIVALS, RunTimeRule.WORKLOAD_I, equal(EQUAL));
            case UNEQUAL -> cross(RIVALS, RunTimeRule.WORKLOAD_I, List.of(money(120, 80)));
            case AVERAGES ->
                cross(
                        List.of("pfa-ma:10", "pfa-ma:20", "pfa-ma:30", "pfa-ewma:0.7", "pfa-ewma:0.8", "pfa-ewma:0.9"),
                        RunTimeRule.WORKLOAD_I,
                        equal(EQUAL));
            case WORKLOAD2 -> cross(RIVALS, RunTimeRule.WORKLOAD_II, equal(EQUAL));
            case OTHERS ->
                cross(
                        List.of("on-demand", "queue-growth", "hint", "fixed:small=16,large=8"),
                        RunTimeRule.WORKLOAD_I,
                        List.of(money(100, 100)));
            case OWN -> List.of();
        };
    }

    private static List<PolicyTrial> cross(List<String> policies, RunTimeRule rule, List<List<Money>> budgets) {
        var trials = new ArrayList<PolicyTrial>();
        for (var budget : budgets)
            for (var policy : policies)
                trials.add(new PolicyTrial(NamedPolicy.of(policy), new Source.Drawn(rule), budget));
        return trials;
    }

    private static List<List<Money>> equal(List<Integer> amounts) {
        return amounts.stream().map(amount -> money(amount, amount)).toList();
    }

    private static List<Money> money(int one, int other) {
        return List.of(new Money(BigDecimal.valueOf(one)), new Money(BigDecimal.valueOf(other)));
    }
}
