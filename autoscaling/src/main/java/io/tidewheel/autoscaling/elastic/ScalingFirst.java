package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/**
 * The Scaling-First policy: counts how many machines of each type would be busy if every task ran on the type that is fastest for it, fits
 * that to the budget, and plans the coming interval on what there is. Knows run times. Spends the whole budget whenever there is work.
 */
public record ScalingFirst(TieBreak ties) implements OwnerPolicy {
    private static final double EPSILON = 1e-9;

    @Override
    public boolean knowsRunTimes() {
        return true;
    }

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        PricedTypes.check(seen);
        var load = load(seen);
        var supply = supply(seen, load);
        var changes = new FleetChanges(seen);
        for (int type : changes.cheapestFirst()) {
            while (changes.reserved(type) < supply[type]
                    && changes.buy(type, "tasks for %.0f s of a machine of its type are left".formatted(load[type]))) {}
        }
        var planner = new IntervalPlanner(seen, changes, ties, new Random(seen.seed()));
        planner.planRest(
                seen.workflows().stream().sorted(PlanningFirst.BY_PRIORITY).toList());
        var queues = planner.queues();
        PlannedFleet.release(seen, changes, queues);
        return PlannedFleet.plan(seen, changes, queues, limit(seen, changes));
    }

    /** Seconds of work for each type, if every task ran on the one that is fastest for it. */
    static double[] load(OwnerObservation seen) {
        var load = new double[seen.types().size()];
        for (var workflow : seen.workflows()) {
            for (int task = 0; task < workflow.graph().size(); task++) {
                if (workflow.isFinished(task) || workflow.isRunning(task)) continue;
                int type = IntervalPlanner.fastestType(seen, workflow, task);
                load[type] += workflow.runTimes().seconds(task, type);
            }
        }
        var workflows = seen.workflowsById();
        for (var machine : seen.machines()) {
            for (var running : machine.running()) {
                double done = IntervalPlanner.seconds(Duration.between(running.started(), seen.now()));
                var workflow = workflows.get(running.workflow());
                if (workflow == null) continue;
                double all = workflow.runTimes().seconds(running.task(), machine.type());
                load[machine.type()] += Math.max(0, all - done);
            }
        }
        return load;
    }

    /** How many machines of each type there should be. */
    static int[] supply(OwnerObservation seen, double[] load) {
        var wanted = new int[load.length];
        double cost = 0;
        for (int type = 0; type < load.length; type++) {
            wanted[type] = (int) Math.ceil(load[type] / IntervalPlanner.seconds(seen.interval()) - EPSILON);
            cost += wanted[type] * seen.price(type);
        }
        if (cost == 0) return wanted;
        double factor = seen.money() / cost;
        var supply = new int[load.length];
        Arrays.setAll(supply, type -> (int) Math.floor(wanted[type] * factor + EPSILON));
        spendRest(seen, wanted, supply);
        return supply;
    }

    private static void spendRest(OwnerObservation seen, int[] wanted, int[] supply) {
        double left = seen.money();
        for (int type = 0; type < supply.length; type++) left -= supply[type] * seen.price(type);
        var cheapestFirst = new FleetChanges(seen).cheapestFirst();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int type : cheapestFirst) {
                if (wanted[type] == 0 || seen.price(type) > left + EPSILON) continue;
                supply[type]++;
                left -= seen.price(type);
                changed = true;
            }
        }
    }

    private static Limit limit(OwnerObservation seen, FleetChanges changes) {
        if (seen.workflows().isEmpty()) return Limit.NO_WORK;
        if (PricedTypes.cannotBuyOne(seen)) return Limit.BUDGET_TOO_SMALL;
        return changes.systemIsShort() ? Limit.SYSTEM : Limit.BUDGET;
    }
}
