package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.model.MachineState.Supply;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.WorkTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything a policy may look at to decide for one owner.
 *
 * @param interval how long an autoscaling interval is
 * @param tick whether an interval ends now
 * @param budget what the owner may spend in any time as long as an interval
 * @param spendable what of it is left for machines that are bought now: what reserved machines will cost when they are kept, and what gone
 *     ones have cost lately, is taken off already
 * @param releaseFrees whether a machine that is let go in this plan gives its money and its place back at once, so that they can be used in
 *     the same plan; in production it does not, for it has to finish and to be taken away first
 * @param types the machines that can be had; the other lists speak of them by their place in this one
 * @param machines those reserved for the owner, also if they are booting or going
 * @param ended what has ended since the policy was asked last
 * @param seed for policies that want to be random
 */
public record OwnerObservation(
        Instant now,
        Duration interval,
        boolean tick,
        Owner owner,
        Money budget,
        Money spendable,
        boolean releaseFrees,
        List<SeenType> types,
        List<Reserved> machines,
        List<SeenWorkflow> workflows,
        List<Ended> ended,
        long seed,
        PolicyMemory memory) {
    /**
     * A type, and what there is of it.
     *
     * @param charge what one machine of the type takes of the budget: its price times how often it is paid in an interval
     * @param free how many more the system has for this owner
     * @param reservedLately how many were reserved for the owner in the interval that has just ended, gone ones included
     */
    public record SeenType(MachineType type, Money charge, int free, int reservedLately) {
        public SeenType {
            if (free < 0 || reservedLately < 0)
                throw new IllegalArgumentException("counts of machines are not negative");
        }
    }

    /**
     * A machine of the owner.
     *
     * @param paidUntil when it costs the next time, unless it is gone by then
     * @param since when it came into its state; for an idle machine, when its last task ended
     * @param running the tasks on it
     */
    public record Reserved(
            String id, int type, Supply supply, Instant paidUntil, Instant since, List<Running> running) {
        public Reserved {
            running = List.copyOf(running);
        }

        public boolean isIdle() {
            return supply == Supply.IDLE;
        }
    }

    /** A task on a machine. */
    public record Running(String workflow, int task, Instant started) {}

    /** Tasks of one kind that have come to their end on machines of one type, and how long all of them took together. */
    public record Ended(String kind, int type, long count, double seconds) {
        /** What was recorded of work on machines of a setup that is shown as this type. */
        static Ended of(WorkTime time, int type) {
            return new Ended(time.kind(), type, time.chains(), time.took().toNanos() / 1e9);
        }
    }

    public OwnerObservation {
        types = List.copyOf(types);
        machines = List.copyOf(machines);
        workflows = List.copyOf(workflows);
        ended = List.copyOf(ended);
        if (types.isEmpty()) throw new IllegalArgumentException("there is no type of machine that could be had");
        if (interval.isNegative() || interval.isZero())
            throw new IllegalArgumentException("an interval is longer than nothing, not " + interval);
    }

    /** The workflows by their ids. */
    Map<String, SeenWorkflow> workflowsById() {
        var byId = HashMap.<String, SeenWorkflow>newHashMap(workflows.size());
        for (var workflow : workflows) byId.put(workflow.id(), workflow);
        return byId;
    }

    double price(int type) {
        return types.get(type).charge().amount().doubleValue();
    }

    double money() {
        return budget.amount().doubleValue();
    }

    /** Machines of a type that are there to stay or on their way. */
    int reserved(int type) {
        int count = 0;
        for (var machine : machines) if (machine.type() == type && isKept(machine)) count++;
        return count;
    }

    static boolean isKept(Reserved machine) {
        return switch (machine.supply()) {
            case BOOTING, IDLE, BUSY -> true;
            case DRAINING, DOWN -> false;
        };
    }
}
