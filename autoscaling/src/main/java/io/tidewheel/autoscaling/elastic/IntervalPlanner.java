package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.elastic.TaskPlacement.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Puts the tasks of the coming interval on machines, by run times that are known beforehand: what the plan-based policies have in common.
 * Tasks are only appended to the queue of a machine, never put into a gap.
 */
final class IntervalPlanner {
    /** A machine that is there, or was bought in the same plan. */
    private static final class Lane {
        final String machine;
        final int type;
        double free;
        boolean used;
        final List<Planned> queue = new ArrayList<>();

        Lane(String machine, int type, double free, boolean used) {
            this.machine = machine;
            this.type = type;
            this.free = free;
            this.used = used;
        }
    }

    private final OwnerObservation seen;
    private final TieBreak ties;
    private final RandomGenerator random;
    private final Map<String, SeenWorkflow> workflows;
    private final List<Lane> lanes = new ArrayList<>();
    /** When tasks end, in seconds from now; NaN for those that are not planned. */
    private final Map<String, double[]> finish = new HashMap<>();

    IntervalPlanner(OwnerObservation seen, FleetChanges changes, TieBreak ties, RandomGenerator random) {
        this.seen = seen;
        this.ties = ties;
        this.random = random;
        this.workflows = seen.workflowsById();
        for (var workflow : seen.workflows()) finish.put(workflow.id(), finished(workflow));
        for (var machine : seen.machines()) {
            if (!OwnerObservation.isKept(machine)) continue;
            double free = booting(machine);
            for (var running : machine.running()) free = Math.max(free, note(running, machine.type()));
            lanes.add(new Lane(
                    machine.id(), machine.type(), free, !machine.running().isEmpty()));
        }
        for (int bought = 0; bought < changes.purchases().size(); bought++) {
            int type = changes.purchases().get(bought).type();
            double boot = seconds(seen.types().get(type).type().bootDelay());
            lanes.add(new Lane(OwnerPlan.bought(bought), type, boot, false));
        }
        lanes.sort(Comparator.comparingInt(lane -> lane.type));
    }

    private static double[] finished(SeenWorkflow workflow) {
        var finish = new double[workflow.graph().size()];
        for (int task = 0; task < finish.length; task++) finish[task] = workflow.isFinished(task) ? 0 : Double.NaN;
        return finish;
    }

    private double booting(OwnerObservation.Reserved machine) {
        return switch (machine.supply()) {
            case BOOTING -> {
                var boot = seen.types().get(machine.type()).type().bootDelay();
                yield Math.max(
                        0, seconds(Duration.between(seen.now(), machine.since().plus(boot))));
            }
            case IDLE, BUSY, DRAINING, DOWN -> 0;
        };
    }

    private double note(OwnerObservation.Running running, int type) {
        var workflow = workflows.get(running.workflow());
        if (workflow == null) return 0;
        double begun = seconds(Duration.between(seen.now(), running.started()));
        double end = Math.max(0, begun + workflow.runTimes().seconds(running.task(), type));
        finishOf(running.workflow())[running.task()] = end;
        return end;
    }

    private double[] finishOf(String workflow) {
        var known = finish.get(workflow);
        if (known == null)
            throw new IllegalArgumentException("a machine runs a task of the unknown workflow " + workflow);
        return known;
    }

    /** Puts a task on the machine of a type that is free first. */
    void planOnType(SeenWorkflow workflow, int task, int type) {
        Lane best = null;
        for (var lane : lanes) if (lane.type == type && (best == null || lane.free < best.free)) best = lane;
        if (best != null) append(best, workflow, task, best.free);
    }

    /** Leaves out the lanes that have not got anything to do: from now on no other machines are used. */
    void keepToUsedMachines() {
        lanes.removeIf(lane -> !lane.used);
    }

    /** Puts the rest of the workflows' tasks wherever they can start first, as far as they start within the interval. */
    void planRest(List<SeenWorkflow> workflows) {
        if (lanes.isEmpty()) return;
        for (var workflow : workflows) {
            var ends = finishOf(workflow.id());
            for (int task : workflow.graph().order) {
                if (!Double.isNaN(ends[task])) continue;
                double ready = 0;
                for (int parent : workflow.graph().parents[task]) ready = Math.max(ready, ends[parent]);
                // The greatest of several numbers is no number if one of them is none: a parent is not planned.
                if (Double.isNaN(ready)) continue;
                planFirst(workflow, task, ready);
            }
        }
    }

    private void planFirst(SeenWorkflow workflow, int task, double ready) {
        var best = first(workflow, task, ready);
        double start = Math.max(best.free, ready);
        if (start < seconds(seen.interval())) append(best, workflow, task, start);
    }

    private Lane first(SeenWorkflow workflow, int task, double ready) {
        Lane best = null;
        int alike = 0;
        for (var lane : lanes) {
            double start = Math.max(lane.free, ready);
            int order = best == null ? -1 : Double.compare(start, Math.max(best.free, ready));
            if (order > 0) continue;
            alike = order < 0 ? 1 : alike + 1;
            if (order < 0 || isPreferred(lane, best, workflow, task, alike)) best = lane;
        }
        if (best == null) throw new IllegalStateException("there is no machine to plan for");
        return best;
    }

    private boolean isPreferred(Lane lane, @Nullable Lane other, SeenWorkflow workflow, int task, int alike) {
        return switch (ties) {
            case FIRST -> false;
            case RANDOM -> random.nextInt(alike) == 0;
            case FASTEST ->
                other == null
                        || workflow.runTimes().seconds(task, lane.type)
                                < workflow.runTimes().seconds(task, other.type);
        };
    }

    private void append(Lane lane, SeenWorkflow workflow, int task, double start) {
        double end = start + workflow.runTimes().seconds(task, lane.type);
        lane.queue.add(new Planned(workflow.id(), task, at(start), at(end)));
        lane.free = end;
        lane.used = true;
        finishOf(workflow.id())[task] = end;
    }

    TaskPlacement.Queues queues() {
        var byMachine = new LinkedHashMap<String, List<Planned>>();
        for (var lane : lanes) if (!lane.queue.isEmpty()) byMachine.put(lane.machine, lane.queue);
        return new TaskPlacement.Queues(byMachine);
    }

    private Instant at(double seconds) {
        return seen.now().plusNanos(Math.round(seconds * 1e9));
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** The type on which a task is fastest; of equally fast ones the cheapest. */
    static int fastestType(OwnerObservation seen, SeenWorkflow workflow, int task) {
        int best = 0;
        for (int type = 1; type < seen.types().size(); type++) {
            int order = Double.compare(
                    workflow.runTimes().seconds(task, type), workflow.runTimes().seconds(task, best));
            if (order < 0 || (order == 0 && seen.price(type) < seen.price(best))) best = type;
        }
        return best;
    }
}
