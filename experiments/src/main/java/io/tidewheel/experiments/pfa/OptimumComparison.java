package io.tidewheel.experiments.pfa;

import io.tidewheel.experiments.optimum.OptimumInstance;
import io.tidewheel.experiments.optimum.OptimumSchedule;
import io.tidewheel.experiments.optimum.OptimumSolver;
import io.tidewheel.experiments.pfa.PfaReport.Finding;
import io.tidewheel.model.Money;
import io.tidewheel.simulation.elastic.FleetScenario;
import io.tidewheel.simulation.elastic.NamedPolicy;
import io.tidewheel.simulation.elastic.PolicySimulation;
import io.tidewheel.simulation.elastic.WorkflowFigures;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Section 6 of the report: policies beside the best schedule that a solver finds, on an instance small enough for it. */
public final class OptimumComparison {
    private static final List<String> POLICIES =
            List.of("pfa-ma", "pfa-ewma", "plf", "plf:fast", "scf", "scf:fast", "leap");
    private static final List<Integer> BUDGETS = List.of(10, 30, 40);

    private OptimumComparison() {}

    /**
     * Asks all policies and the solver.
     *
     * @param limit how long the solver may take for each budget
     */
    public static ReportChapter chapter(long seed, Duration limit, int workers, Consumer<String> progress) {
        var instance = OptimumInstance.paper(seed);
        var rows = new ArrayList<List<String>>();
        var findings = new ArrayList<Finding>();
        for (int budget : BUDGETS) {
            double latest = 0;
            double leap = 0;
            double least = Double.MAX_VALUE;
            Optional<OptimumSchedule> known = Optional.empty();
            for (var policy : POLICIES) {
                var schedule = OptimumSchedule.of(instance);
                var played = PolicySimulation.play(
                        scenario(instance, policy, budget, seed),
                        (workflow, task, type, seconds) -> note(instance, schedule, workflow, task, type, seconds));
                var finishes = finishes(instance, played.workflows());
                rows.add(row(budget, policy, instance, finishes, played.costPerInterval(), ""));
                latest = Math.max(latest, played.seconds());
                if (policy.equals("leap")) {
                    // It pays from whenever it buys, not from tick to tick as the model does: no schedule to begin
                    // with.
                    leap = meanSlowdown(instance, finishes);
                } else if (instance.objective(finishes) < least) {
                    least = instance.objective(finishes);
                    known = Optional.of(schedule);
                }
            }
            progress.accept("the solver, budget %d, at most %s".formatted(budget, limit));
            int horizon = (int) Math.ceil(latest / instance.slotSeconds()) + instance.slotsPerInterval();
            var best = OptimumSolver.solve(instance, budget, horizon, limit, workers, seed, known);
            if (best.isEmpty()) {
                rows.add(List.of(Integer.toString(budget), "solver", "none found", "", "", "", ""));
                continue;
            }
            var found = best.get();
            double cost = Arrays.stream(found.costs()).average().orElse(0);
            rows.add(row(
                    budget,
                    found.proven() ? "optimum" : "solver",
                    instance,
                    found.finishes(),
                    cost,
                    String.format(Locale.ROOT, "%.0f", found.bound())));
            double ideal = meanSlowdown(instance, found.finishes());
            findings.add(new Finding(
                    "Optimum, budget %d: how far leap is from %s"
                            .formatted(budget, found.proven() ? "it" : "the best schedule found"),
                    "%.2f against %.2f, which took the solver %.0f s (lateness %.0f, proven to be at least %.0f)"
                            .formatted(leap, ideal, found.took().toMillis() / 1e3, found.objective(), found.bound()),
                    leap <= 2 * ideal));
        }
        return new ReportChapter(
                "The optimum",
                ("%d workflows of %d tasks, one every 30 s, 8 Small and 8 Large machines paid for 15 s at a time,"
                    + " tasks in slots of 5 s. The solver knows all arrivals and run times beforehand; lateness is"
                    + " what the report minimises: slots after the earliest possible end, and one for each late"
                    + " workflow.")
                        .formatted(instance.workflows().size(), instance.tasks()),
                List.of("budget", "policy", "lateness", "at least", "mean slowdown", "all done after", "cost"),
                rows,
                findings);
    }

    private static void note(
            OptimumInstance instance,
            OptimumSchedule schedule,
            TimedWorkflow workflow,
            int task,
            int type,
            double seconds) {
        for (int i = 0; i < instance.workflows().size(); i++) {
            if (instance.workflows().get(i).arrival() != workflow.arrival()) continue;
            schedule.starts()[i][task] = (int) Math.round(seconds / instance.slotSeconds());
            schedule.types()[i][task] = type;
        }
    }

    private static FleetScenario scenario(OptimumInstance instance, String policy, int budget, long seed) {
        var interval = Duration.ofSeconds((long) instance.slotSeconds() * instance.slotsPerInterval());
        return new FleetScenario(
                instance.workload(),
                FleetScenario.smallAndLarge(instance.machines()[0], interval),
                interval,
                List.of(new Money(BigDecimal.valueOf(budget))),
                NamedPolicy.of(policy).policy(),
                seed,
                FleetScenario.DispatchMode.PLACEMENT);
    }

    /** In the order of the instance. */
    private static double[] finishes(OptimumInstance instance, List<WorkflowFigures> played) {
        return instance.workflows().stream()
                .mapToDouble(workflow -> played.stream()
                        .filter(each -> each.arrival() == workflow.arrival())
                        .mapToDouble(WorkflowFigures::finish)
                        .findFirst()
                        .orElseThrow())
                .toArray();
    }

    private static double meanSlowdown(OptimumInstance instance, double[] finishes) {
        double sum = 0;
        for (int i = 0; i < finishes.length; i++) {
            var workflow = instance.workflows().get(i);
            sum += (finishes[i] - workflow.arrival()) / workflow.ideal();
        }
        return sum / finishes.length;
    }

    private static List<String> row(
            int budget, String policy, OptimumInstance instance, double[] finishes, double cost, String bound) {
        return List.of(
                Integer.toString(budget),
                policy,
                String.format(Locale.ROOT, "%.0f", instance.objective(finishes)),
                bound,
                String.format(Locale.ROOT, "%.3f", meanSlowdown(instance, finishes)),
                String.format(
                        Locale.ROOT, "%.0f s", Arrays.stream(finishes).max().orElse(0)),
                String.format(Locale.ROOT, "%.2f", cost));
    }
}
