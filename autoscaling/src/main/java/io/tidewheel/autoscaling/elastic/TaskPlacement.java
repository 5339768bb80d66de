package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.LaneRank;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How an owner's tasks find the owner's idle machines. {@link TaskPlacer} does it. */
public sealed interface TaskPlacement {
    /** By priority, then arrival, then number; each on any idle machine. */
    record InOrder() implements TaskPlacement {}

    /**
     * Each machine has a queue: its head starts when the machine is idle and the task can; nothing else starts. Machines that are bought in
     * the same plan are called {@link OwnerPlan#bought}; whoever carries the plan out gives their queues to the machines they become.
     */
    record Queues(Map<String, List<Planned>> byMachine) implements TaskPlacement {
        /** The same with the names that the bought machines have got. */
        public Queues named(Map<String, String> names) {
            var renamed = new LinkedHashMap<String, List<Planned>>();
            byMachine.forEach((machine, queue) -> renamed.put(names.getOrDefault(machine, machine), queue));
            return new Queues(renamed);
        }

        public Queues {
            var copy = new LinkedHashMap<String, List<Planned>>();
            byMachine.forEach((machine, queue) -> copy.put(machine, List.copyOf(queue)));
            byMachine = Collections.unmodifiableMap(copy);
        }
    }

    /**
     * The workflow that is nearest to its end first, and of it the task with the longest way to the end; each on the machine that is fastest
     * for it.
     *
     * @param types what machines cost, and for how long: a task goes where it makes no machine be paid for again, if it can
     * @param fleet how many machines the owner can have at the same time: a workflow with much work is further from its end than its longest
     *     way says
     * @param perPriority how much nearer the end seems for each step of priority: 0 makes priorities mean nothing, 1 makes a workflow of
     *     priority 9 seem ten times nearer than one of priority 0
     * @param secondsPerMoney how much longer a task may take to save one unit of money
     * @param overdue which workflows come before all others, because they have been there for too long
     * @param order where the tasks stand that can start now: for whoever cannot look at the workflows
     */
    record NearestEndFirst(
            LearnedRunTimes learned,
            List<MachineType> types,
            int fleet,
            double perPriority,
            double secondsPerMoney,
            OverdueWorkflows overdue,
            List<Place> order)
            implements TaskPlacement {
        public NearestEndFirst {
            types = List.copyOf(types);
            order = List.copyOf(order);
            if (fleet < 1) throw new IllegalArgumentException("a fleet has at least one machine, not " + fleet);
        }

        /** The least comes first; of those that are overdue, which have all the same, the oldest. */
        static double key(
                SeenWorkflow workflow, TaskRanks ranks, int fleet, double perPriority, OverdueWorkflows overdue) {
            double left = ranks.remaining() + ranks.work() / fleet;
            if (overdue.is(workflow, left)) return Double.NEGATIVE_INFINITY;
            return left / (1 + perPriority * workflow.priority());
        }
    }

    /** Where the tasks of a kind stand that can start in a workflow: the least first. */
    record Place(String workflow, String kind, LaneRank rank) {}

    /** A task that a plan has put on a machine, and when it expects it to run. */
    record Planned(String workflow, int task, Instant start, Instant finish) {}
}
