package io.tidewheel.experiments.optimum;

import com.google.ortools.Loader;
import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.CumulativeConstraint;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The scheduling problem of section 6 of the report. Machines of a type are alike, and what is paid in a billing interval is the largest
 * number that run at the same time in it; so it is enough to decide for each task when it starts and on which type, and for each interval
 * how many machines of each type are paid.
 */
public final class OptimumSolver {
    private final OptimumInstance instance;
    private final int budget;
    private final int horizon;
    private final CpModel model = new CpModel();
    private final int types;
    private final List<IntVar[]> starts = new ArrayList<>();
    private final List<BoolVar[][]> chosen = new ArrayList<>();
    private final CumulativeConstraint[] load;
    private final IntVar[][] paid;
    private final List<IntVar> finishes = new ArrayList<>();

    /**
     * What the solver found.
     *
     * @param objective lateness in slots, and one for each late workflow
     * @param bound no schedule has a lower objective
     * @param finishes when each workflow ends, in seconds
     * @param costs what is paid in each billing interval
     */
    @SuppressWarnings("ArrayRecordComponent") // many numbers, never compared as a whole, and nobody changes them
    public record Solution(
            boolean proven, double objective, double bound, double[] finishes, int[] costs, Duration took) {}

    private OptimumSolver(OptimumInstance instance, int budget, int horizon) {
        this.instance = instance;
        this.budget = budget;
        this.types = instance.machines().length;
        this.horizon = Math.ceilDiv(horizon, instance.slotsPerInterval()) * instance.slotsPerInterval();
        this.load = new CumulativeConstraint[types];
        this.paid = new IntVar[types][this.horizon / instance.slotsPerInterval()];
    }

    /**
     * Solves as well as it can in the time given.
     *
     * @param horizon in how many slots everything must be done; too few make it impossible
     * @param workers how many threads search
     * @param known a schedule to begin with
     */
    public static Optional<Solution> solve(
            OptimumInstance instance,
            int budget,
            int horizon,
            Duration limit,
            int workers,
            long seed,
            Optional<OptimumSchedule> known) {
        Loader.loadNativeLibraries();
        var optimum = new OptimumSolver(instance, budget, horizon);
        optimum.state();
        known.ifPresent(optimum::beginWith);
        return optimum.search(limit, workers, seed);
    }

    private void state() {
        machines();
        for (var workflow : instance.workflows()) workflow(workflow);
        objective();
    }

    /** Says that in an interval there are as many machines of a type as are paid: all others are taken up by a task that never moves. */
    private void machines() {
        int slots = instance.slotsPerInterval();
        for (int type = 0; type < types; type++) {
            load[type] = model.addCumulative(instance.machines()[type]);
            for (int interval = 0; interval < paid[type].length; interval++) {
                paid[type][interval] =
                        model.newIntVar(0, instance.machines()[type], "paid " + type + " in " + interval);
                var rest = LinearExpr.newBuilder()
                        .add(instance.machines()[type])
                        .addTerm(paid[type][interval], -1)
                        .build();
                load[type].addDemand(model.newFixedInterval((long) interval * slots, slots, "rest"), rest);
            }
        }
        for (int interval = 0; interval < paid[0].length; interval++) {
            var cost = LinearExpr.newBuilder();
            for (int type = 0; type < types; type++) cost.addTerm(paid[type][interval], instance.prices()[type]);
            model.addLessOrEqual(cost, budget);
        }
    }

    private void workflow(TimedWorkflow workflow) {
        int size = workflow.size();
        var start = new IntVar[size];
        var choice = new BoolVar[size][types];
        var end = new LinearExpr[size];
        var finish = model.newIntVar(instance.due(workflow), horizon, "finish " + workflow.name());
        for (int task = 0; task < size; task++) {
            start[task] = model.newIntVar(instance.arrival(workflow), horizon, "start " + task);
            var after = LinearExpr.newBuilder().add(start[task]);
            for (int type = 0; type < types; type++) {
                int slots = instance.slots(workflow, type, task);
                choice[task][type] = model.newBoolVar("task " + task + " on " + type);
                load[type].addDemand(
                        model.newOptionalFixedSizeIntervalVar(start[task], slots, choice[task][type], "run"), 1);
                after.addTerm(choice[task][type], slots);
            }
            model.addExactlyOne(choice[task]);
            end[task] = after.build();
            model.addLessOrEqual(end[task], finish);
            for (int parent : workflow.shape().parents(task)) model.addGreaterOrEqual(start[task], end[parent]);
        }
        starts.add(start);
        chosen.add(choice);
        finishes.add(finish);
    }

    private void objective() {
        LinearExprBuilder sum = LinearExpr.newBuilder();
        for (int i = 0; i < finishes.size(); i++) {
            int due = instance.due(instance.workflows().get(i));
            var late = model.newBoolVar("late " + i);
            model.addLessOrEqual(finishes.get(i), due).onlyEnforceIf(late.not());
            sum.add(finishes.get(i)).add(-due).add(late);
        }
        model.minimize(sum);
    }

    /** Shows the solver a schedule that it is to be better than. */
    private void beginWith(OptimumSchedule known) {
        var use = new int[types][horizon];
        for (int i = 0; i < starts.size(); i++) {
            var workflow = instance.workflows().get(i);
            int last = instance.due(workflow);
            for (int task = 0; task < workflow.size(); task++) {
                int from = known.starts()[i][task];
                int type = known.types()[i][task];
                int to = from + instance.slots(workflow, type, task);
                model.addHint(starts.get(i)[task], from);
                for (int each = 0; each < types; each++) model.addHint(chosen.get(i)[task][each], each == type ? 1 : 0);
                for (int slot = from; slot < Math.min(horizon, to); slot++) use[type][slot]++;
                last = Math.max(last, to);
            }
            model.addHint(finishes.get(i), last);
        }
        for (int type = 0; type < types; type++)
            for (int interval = 0; interval < paid[type].length; interval++)
                model.addHint(paid[type][interval], most(use[type], interval));
    }

    private int most(int[] use, int interval) {
        int most = 0;
        for (int slot = 0; slot < instance.slotsPerInterval(); slot++)
            most = Math.max(most, use[interval * instance.slotsPerInterval() + slot]);
        return most;
    }

    private Optional<Solution> search(Duration limit, int workers, long seed) {
        var solver = new CpSolver();
        solver.getParameters().setMaxTimeInSeconds(limit.toMillis() / 1e3);
        solver.getParameters().setNumSearchWorkers(workers);
        solver.getParameters().setRandomSeed((int) (seed & Integer.MAX_VALUE));
        var status = solver.solve(model);
        if (status != CpSolverStatus.OPTIMAL && status != CpSolverStatus.FEASIBLE) return Optional.empty();
        var ends = finishes.stream()
                .mapToDouble(finish -> (double) solver.value(finish) * instance.slotSeconds())
                .toArray();
        check(solver);
        return Optional.of(new Solution(
                status == CpSolverStatus.OPTIMAL,
                solver.objectiveValue(),
                solver.bestObjectiveBound(),
                ends,
                costs(solver),
                Duration.ofNanos((long) (solver.wallTime() * 1e9))));
    }

    /** Counts again, without the model, what runs when: a schedule that breaks a rule must not be believed. */
    private void check(CpSolver solver) {
        var use = new int[types][horizon];
        for (int i = 0; i < starts.size(); i++) {
            var workflow = instance.workflows().get(i);
            for (int task = 0; task < workflow.size(); task++) {
                int from = (int) solver.value(starts.get(i)[task]);
                int type = typeOf(solver, i, task);
                for (int slot = from; slot < from + instance.slots(workflow, type, task); slot++) use[type][slot]++;
                for (int parent : workflow.shape().parents(task)) {
                    long end = solver.value(starts.get(i)[parent])
                            + instance.slots(workflow, typeOf(solver, i, parent), parent);
                    if (end > from)
                        throw new IllegalStateException("task %d starts before its parent ends".formatted(task));
                }
            }
        }
        for (int interval = 0; interval < paid[0].length; interval++) {
            int cost = 0;
            for (int type = 0; type < types; type++) {
                int most = most(use[type], interval);
                if (most > instance.machines()[type]) throw new IllegalStateException("more machines than there are");
                cost += most * instance.prices()[type];
            }
            if (cost > budget) throw new IllegalStateException("interval %d costs %d".formatted(interval, cost));
        }
    }

    private int typeOf(CpSolver solver, int workflow, int task) {
        for (int type = 0; type < types; type++) if (solver.booleanValue(chosen.get(workflow)[task][type])) return type;
        throw new IllegalStateException("task %d has no type".formatted(task));
    }

    private int[] costs(CpSolver solver) {
        var costs = new int[paid[0].length];
        for (int interval = 0; interval < costs.length; interval++)
            for (int type = 0; type < types; type++)
                costs[interval] += (int) solver.value(paid[type][interval]) * instance.prices()[type];
        return costs;
    }
}
