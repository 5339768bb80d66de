package io.tidewheel.simulation.elastic;

import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Money;
import io.tidewheel.model.WorkTime;
import io.tidewheel.simulation.workloads.GrowingWorkflow;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.simulation.workloads.Workload;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be played.
 *
 * @param types the machines that can be had, in the order in which the workload has run times for them
 * @param interval the time that budgets are for, and how often the policy is asked; only with the fleet service machines may be paid for other
 *     times
 * @param budgets what each user may spend per interval
 * @param seed for the order of users and whatever policies draw
 * @param mode how tasks find machines
 * @param conditions what makes it harder than it could be
 * @param growing a workflow of the first user that arrives at the beginning and comes apart into tasks while it is played; only with the fleet
 *     service, for nobody else plays what is not known beforehand
 */
public record FleetScenario(
        Workload workload,
        List<MachineType> types,
        Duration interval,
        List<Money> budgets,
        OwnerPolicy policy,
        long seed,
        DispatchMode mode,
        Conditions conditions,
        Optional<GrowingWorkflow> growing) {
    /** How tasks find machines where a policy leaves that to priority and arrival. */
    public enum DispatchMode {
        /** The placement of the scheduler alone. */
        PLACEMENT,
        /** The whole engine on a store in memory: runs, lanes, chains, leases, reports. */
        ENGINE,
        /** The engine and the fleet service, which makes its machines in a cloud that is simulated: all that a server is. */
        FLEET
    }

    /**
     * What the world is like.
     *
     * @param meanLife how long machines live on average before they fail by themselves; zero if they never do
     * @param refusals which part of the machines that are asked for cannot be made
     * @param latency how long a task waits for its data, however little that is
     * @param bytesPerSecond how fast a task reads its data; zero if that takes no time
     * @param boots how long machines of a type really take until they are ready, where that is not what policies are told
     * @param learned how long work of users, whoever they were, has taken before: policies that learn begin with it
     */
    public record Conditions(
            Duration meanLife,
            double refusals,
            Duration latency,
            double bytesPerSecond,
            Map<String, BootTimes> boots,
            List<WorkTime> learned) {
        public static final Conditions FINE = new Conditions(Duration.ZERO, 0, Duration.ZERO, 0);

        /** Machines boot as long as their types say. */
        public Conditions(Duration meanLife, double refusals, Duration latency, double bytesPerSecond) {
            this(meanLife, refusals, latency, bytesPerSecond, Map.of(), List.of());
        }

        public Conditions {
            boots = Map.copyOf(boots);
            learned = List.copyOf(learned);
            if (meanLife.isNegative() || latency.isNegative() || !(bytesPerSecond >= 0))
                throw new IllegalArgumentException("lives, latencies and rates are not negative");
            if (!(refusals >= 0 && refusals < 1))
                throw new IllegalArgumentException(
                        "the part of machines that cannot be made is from 0 to less than 1, not " + refusals);
        }

        public Conditions withLives(Duration mean) {
            return new Conditions(mean, refusals, latency, bytesPerSecond, boots, learned);
        }

        public Conditions withLatency(Duration ofEach) {
            return new Conditions(meanLife, refusals, ofEach, bytesPerSecond, boots, learned);
        }

        public Conditions withBoots(Map<String, BootTimes> really) {
            return new Conditions(meanLife, refusals, latency, bytesPerSecond, really, learned);
        }

        public Conditions withLearned(List<WorkTime> before) {
            return new Conditions(meanLife, refusals, latency, bytesPerSecond, boots, before);
        }

        /** How long a machine takes until it is ready if so many boot at the same time; {@code said} is what policies are told. */
        Duration boot(String type, Duration said, int booting) {
            var seen = boots.get(type);
            return seen == null ? said : seen.with(booting);
        }

        /** How long a task takes with the time for its data. */
        double seconds(TimedWorkflow workflow, int type, int task) {
            double data = latency.toNanos() / 1e9;
            if (bytesPerSecond > 0) data += workflow.shape().reads(task) / bytesPerSecond;
            return data + workflow.seconds(type, task);
        }
    }

    /** One of workflows whose graphs are known. */
    public FleetScenario(
            Workload workload,
            List<MachineType> types,
            Duration interval,
            List<Money> budgets,
            OwnerPolicy policy,
            long seed,
            DispatchMode mode,
            Conditions conditions) {
        this(workload, types, interval, budgets, policy, seed, mode, conditions, Optional.empty());
    }

    /** One in which nothing is hard. */
    public FleetScenario(
            Workload workload,
            List<MachineType> types,
            Duration interval,
            List<Money> budgets,
            OwnerPolicy policy,
            long seed,
            DispatchMode mode) {
        this(workload, types, interval, budgets, policy, seed, mode, Conditions.FINE);
    }

    public FleetScenario {
        types = List.copyOf(types);
        budgets = List.copyOf(budgets);
        if (budgets.size() != workload.users())
            throw new IllegalArgumentException(
                    "%d budgets for %d users: give one for each".formatted(budgets.size(), workload.users()));
        for (var type : types) {
            if (mode != DispatchMode.FLEET && !type.billing().interval().equals(interval))
                throw new IllegalArgumentException(
                        "machines of type %s are paid for %s, but the policy is asked every %s: a simulation wants both alike"
                                .formatted(type.name(), type.billing().interval(), interval));
        }
        if (growing.isPresent() && mode != DispatchMode.FLEET)
            throw new IllegalArgumentException("a workflow that grows is played with the fleet service only");
        for (var workflow : workload.workflows()) {
            if (workflow.seconds().length != types.size())
                throw new IllegalArgumentException("%s has run times for %d types of machines, and there are %d"
                        .formatted(workflow.name(), workflow.seconds().length, types.size()));
        }
    }

    /** The machines of the report: as many Small at 1 as Large at 5, each paid per interval. */
    public static List<MachineType> smallAndLarge(int ofEach, Duration interval) {
        return List.of(
                MachineType.of("small", new Billing(new Money(BigDecimal.ONE), interval), ofEach),
                MachineType.of("large", new Billing(new Money(BigDecimal.valueOf(5)), interval), ofEach));
    }

    public FleetScenario with(OwnerPolicy other) {
        return new FleetScenario(workload, types, interval, budgets, other, seed, mode, conditions, growing);
    }

    public FleetScenario with(DispatchMode other) {
        return new FleetScenario(workload, types, interval, budgets, policy, seed, other, conditions, growing);
    }

    public FleetScenario with(Conditions others) {
        return new FleetScenario(workload, types, interval, budgets, policy, seed, mode, others, growing);
    }

    public FleetScenario with(GrowingWorkflow workflow) {
        return new FleetScenario(
                workload, types, interval, budgets, policy, seed, mode, conditions, Optional.of(workflow));
    }

    public FleetScenario withFailures(Duration after) {
        return with(conditions.withLives(after));
    }
}
