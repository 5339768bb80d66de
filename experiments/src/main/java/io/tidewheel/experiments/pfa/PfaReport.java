package io.tidewheel.experiments.pfa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What came of the experiments, as a page and as findings beside the claims of the report. */
public final class PfaReport {
    private static final List<String> PLANNERS = List.of("plf", "plf:fast", "scf", "scf:fast");
    private static final double LEAP_GOAL = 0.35;
    private static final double LEAP_GOAL_ELSEWHERE = 0.20;

    private final Map<PfaExperiment, List<TrialSummary>> results = new LinkedHashMap<>();
    private final List<ReportChapter> chapters = new ArrayList<>();

    public void add(PfaExperiment experiment, List<TrialSummary> summaries) {
        results.put(experiment, List.copyOf(summaries));
    }

    public void add(ReportChapter chapter) {
        chapters.add(chapter);
    }

    /** What is not a comparison of policies on the workloads of the report. */
    public List<ReportChapter> chapters() {
        return Collections.unmodifiableList(chapters);
    }

    public Map<PfaExperiment, List<TrialSummary>> results() {
        return Collections.unmodifiableMap(results);
    }

    /**
     * A claim, and what was seen.
     *
     * @param holds whether what was seen bears it out
     */
    public record Finding(String claim, String seen, boolean holds) {}

    /** The claims of the report and the goals of our own policy, beside what was measured. */
    public List<Finding> findings() {
        var findings = new ArrayList<Finding>();
        results.forEach((experiment, summaries) -> {
            switch (experiment) {
                case BUDGETS -> {
                    pfaAgainstPlanners(findings, summaries, "Workload I");
                    leap(findings, summaries, "Workload I", LEAP_GOAL);
                }
                case UNEQUAL -> unequal(findings, summaries);
                case WORKLOAD2 -> {
                    pfaAgainstPlanners(findings, summaries, "Workload II");
                    leap(findings, summaries, "Workload II", LEAP_GOAL_ELSEWHERE);
                }
                case AVERAGES -> averages(findings, summaries);
                case OWN -> leap(findings, summaries, "Own choice", LEAP_GOAL_ELSEWHERE);
                case OTHERS -> {}
            }
        });
        if (!results.isEmpty()) findings.add(budgets());
        chapters.forEach(chapter -> findings.addAll(chapter.findings()));
        return findings;
    }

    private static void pfaAgainstPlanners(List<Finding> findings, List<TrialSummary> all, String where) {
        for (var group : byBudget(all).entrySet()) {
            var pfa = best(group.getValue(), List.of("pfa-ma:10", "pfa-ewma:0.7"));
            var literal = best(group.getValue(), List.of("plf", "scf"));
            var strong = best(group.getValue(), PLANNERS);
            if (pfa == null || literal == null || strong == null) continue;
            var worst = group.getValue().stream()
                    .filter(each -> List.of("plf", "scf").contains(each.policy()))
                    .max(Comparator.comparingDouble(TrialSummary::meanSlowdown))
                    .orElse(literal);
            findings.add(new Finding(
                    "%s, budget %s: PFA has a lower mean slowdown than PLF and SCF (up to 47 %% in the report)"
                            .formatted(where, group.getKey()),
                    "%s %.2f: %s below %s, %s below %s; %s against the stronger form %s"
                            .formatted(
                                    pfa.policy(),
                                    pfa.meanSlowdown(),
                                    below(pfa, literal),
                                    literal.policy(),
                                    below(pfa, worst),
                                    worst.policy(),
                                    below(pfa, strong),
                                    strong.policy()),
                    pfa.meanSlowdown() < literal.meanSlowdown()));
        }
    }

    private static void leap(List<Finding> findings, List<TrialSummary> all, String where, double goal) {
        for (var group : byBudget(all).entrySet()) {
            var leap = named(group.getValue(), "leap");
            var pfa = best(group.getValue(), List.of("pfa-ma:10", "pfa-ewma:0.7"));
            var ewma = named(group.getValue(), "pfa-ewma:0.7");
            if (leap == null || pfa == null || ewma == null) continue;
            double gain = 1 - leap.meanSlowdown() / pfa.meanSlowdown();
            findings.add(new Finding(
                    "%s, budget %s: leap is at least %.0f %% below the better PFA, and costs no more than pfa-ewma"
                            .formatted(where, group.getKey(), 100 * goal),
                    "%.2f, %.1f %% below %s; cost %.1f against %.1f"
                            .formatted(
                                    leap.meanSlowdown(),
                                    100 * gain,
                                    pfa.policy(),
                                    leap.costPerInterval(),
                                    ewma.costPerInterval()),
                    gain >= goal && leap.costPerInterval() <= ewma.costPerInterval()));
        }
    }

    private static void unequal(List<Finding> findings, List<TrialSummary> all) {
        for (var each : all) {
            if (!each.policy().startsWith("pfa")) continue;
            double rich = mean(each.slowdownsByUser().getFirst());
            double poor = mean(each.slowdownsByUser().getLast());
            findings.add(new Finding(
                    "Budgets %s: with %s the user with the larger budget has the lower slowdown"
                            .formatted(each.trial().budgetText(), each.policy()),
                    "%.2f against %.2f".formatted(rich, poor),
                    rich < poor));
        }
    }

    private static void averages(List<Finding> findings, List<TrialSummary> all) {
        double least = Double.MAX_VALUE;
        double most = 0;
        var budget = byBudget(all).keySet().stream().findFirst().orElse("");
        for (var each : byBudget(all).getOrDefault(budget, List.of())) {
            least = Math.min(least, each.meanSlowdown());
            most = Math.max(most, each.meanSlowdown());
        }
        findings.add(new Finding(
                "How long PFA remembers (m = 10, 20, 30; alpha = 0.7, 0.8, 0.9) makes little difference",
                "mean slowdowns from %.2f to %.2f at budget %s".formatted(least, most, budget),
                most < 1.15 * least));
    }

    private Finding budgets() {
        double most = 0;
        for (var summaries : results.values()) for (var each : summaries) most = Math.max(most, each.mostOfBudget());
        return new Finding(
                "No user ever spends more than the budget in any time as long as an interval",
                "at most %.1f %% of it".formatted(100 * most),
                most <= 1 + 1e-9);
    }

    private static Map<String, List<TrialSummary>> byBudget(List<TrialSummary> all) {
        return all.stream()
                .collect(Collectors.groupingBy(
                        each -> each.trial().budgetText(), LinkedHashMap::new, Collectors.toList()));
    }

    private static @Nullable TrialSummary named(List<TrialSummary> all, String policy) {
        return best(all, List.of(policy));
    }

    private static @Nullable TrialSummary best(List<TrialSummary> all, List<String> policies) {
        return all.stream()
                .filter(each -> policies.contains(each.policy()))
                .min(Comparator.comparingDouble(TrialSummary::meanSlowdown))
                .orElse(null);
    }

    private static String below(TrialSummary one, TrialSummary other) {
        double part = 1 - one.meanSlowdown() / other.meanSlowdown();
        return "%.0f %%".formatted(100 * part);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    // --- the page ---

    /** One HTML file with tables and pictures. {@code made} says how, so that it can be made again. */
    public String html(String made) {
        var page = new HtmlPage("Autoscaling under a budget: the experiments of the PFA report, done again");
        page.paragraph(made);
        page.paragraph(
                "Every policy meets the same workflows at the same moments. Slowdown is the time from the arrival of a"
                    + " workflow to its end, as a multiple of its critical path on the fastest machines. a_U and a_O"
                    + " say by how much of all 64 machines the supply was too small or too large, t_U and t_O in which"
                    + " part of the time; cost is per interval of a minute and user.");
        page.heading("Claims, and what was seen");
        page.table(
                List.of("claim", "seen", "reproduced"),
                findings().stream()
                        .map(each -> List.of(each.claim(), each.seen(), each.holds() ? "yes" : "no"))
                        .toList());
        results.forEach((experiment, summaries) -> {
            page.heading(experiment.title());
            table(page, summaries);
            pictures(page, summaries);
        });
        dynamics(page);
        for (var chapter : chapters)
            page.heading(chapter.title()).paragraph(chapter.text()).table(chapter.titles(), chapter.rows());
        return page.html();
    }

    private static void table(HtmlPage page, List<TrialSummary> summaries) {
        page.table(titles(), summaries.stream().map(PfaReport::row).toList());
    }

    /** The columns of the tables. */
    public static List<String> titles() {
        return List.of(
                "policy",
                "workload",
                "budget",
                "mean",
                "median",
                "p95",
                "a_U",
                "a_O",
                "t_U",
                "t_O",
                "busy",
                "reserved",
                "cost",
                "fairness",
                "ms/decision");
    }

    public static List<String> row(TrialSummary each) {
        return List.of(
                each.policy(),
                each.trial().sourceText(),
                each.trial().budgetText(),
                number("%.3f", each.meanSlowdown()),
                number("%.3f", each.medianSlowdown()),
                number("%.3f", each.slowdownAt(0.95)),
                number("%.3f", each.underAmount()),
                number("%.3f", each.overAmount()),
                number("%.3f", each.underTime()),
                number("%.3f", each.overTime()),
                number("%.3f", each.busy()),
                number("%.3f", each.reserved()),
                number("%.2f", each.costPerInterval()),
                number("%.3f", each.fairness()),
                number("%.3f", each.medianDecisionMillis()));
    }

    private static String number(String form, double value) {
        return String.format(Locale.ROOT, form, value);
    }

    private static void pictures(HtmlPage page, List<TrialSummary> summaries) {
        byBudget(summaries).forEach((budget, group) -> {
            var slowdowns = new ViolinPlot("Job slowdown, budget " + budget, "slowdown (log scale)", true);
            var costs = new ViolinPlot("Cost per interval and user, budget " + budget, "cost", false);
            group.forEach(each -> {
                slowdowns.add(each.policy(), each.slowdowns());
                costs.add(each.policy(), each.costs());
            });
            page.picture(slowdowns.svg()).picture(costs.svg());
        });
    }

    /** How supply follows demand, for one of the sets. */
    private void dynamics(HtmlPage page) {
        var budgets = results.get(PfaExperiment.BUDGETS);
        if (budgets == null) return;
        page.heading("Dynamics: demand and supply over time, budget 100, first set, first user");
        for (var each : budgets) {
            if (!each.trial().budgetText().equals("100")) continue;
            var samples = each.example().samples();
            var minutes = samples.stream()
                    .mapToDouble(sample -> sample.seconds() / 60)
                    .toArray();
            page.picture(new StepCurves(each.policy(), "minutes")
                    .add(
                            "demand",
                            minutes,
                            samples.stream()
                                    .mapToDouble(s -> s.demand().getFirst())
                                    .toArray(),
                            true)
                    .add(
                            "reserved",
                            minutes,
                            samples.stream()
                                    .mapToDouble(s -> s.supply().getFirst())
                                    .toArray(),
                            false)
                    .add(
                            "busy",
                            minutes,
                            samples.stream()
                                    .mapToDouble(s -> s.busy().getFirst())
                                    .toArray(),
                            false)
                    .svg());
        }
    }
}
