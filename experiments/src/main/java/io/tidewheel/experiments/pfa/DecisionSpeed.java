package io.tidewheel.experiments.pfa;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.autoscaling.elastic.OwnerObservation;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Ended;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Reserved;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Running;
import io.tidewheel.autoscaling.elastic.OwnerObservation.SeenType;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.SeenWorkflow;
import io.tidewheel.autoscaling.elastic.WorkGraph;
import io.tidewheel.experiments.workloads.RunTimeRule;
import io.tidewheel.experiments.workloads.WorkflowFamily;
import io.tidewheel.model.MachineState.Supply;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.simulation.elastic.FleetScenario;
import io.tidewheel.simulation.elastic.NamedPolicy;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** How long one decision of a policy takes when there is much to look at: workflows in all states of progress, machines busy and idle. */
public final class DecisionSpeed {
    private static final List<WorkflowFamily> FAMILIES =
            List.of(WorkflowFamily.MONTAGE, WorkflowFamily.LIGO, WorkflowFamily.SIPHT);
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int WARM_UP = 30;
    private static final int ROUNDS = 20;
    private static final long WARM_UP_NANOS = Duration.ofSeconds(3).toNanos();
    private static final long ROUNDS_NANOS = Duration.ofSeconds(4).toNanos();

    private DecisionSpeed() {}

    /**
     * The median of several decisions, after the code is warm.
     *
     * @param millis how long one took
     * @param processorMillis how long the processor worked on it: on a busy machine that is less
     */
    public record Row(String policy, int workflows, long openTasks, double millis, double processorMillis) {}

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    public static Row measure(NamedPolicy contestant, OwnerObservation seen) {
        decideFor(contestant.policy(), seen, WARM_UP, WARM_UP_NANOS);
        var spent = decideFor(contestant.policy(), seen, ROUNDS, ROUNDS_NANOS);
        long open = seen.workflows().stream()
                .mapToLong(each -> each.graph().size() - each.finished().cardinality())
                .sum();
        return new Row(contestant.name(), seen.workflows().size(), open, spent.millis(), spent.processorMillis());
    }

    private record Spent(double millis, double processorMillis) {}

    /** Decides so many times, or for so long if that is over first. */
    private static Spent decideFor(OwnerPolicy policy, OwnerObservation seen, int most, long nanos) {
        var each = new ArrayList<Long>();
        var processor = new ArrayList<Long>();
        long start = System.nanoTime();
        while (each.size() < most && System.nanoTime() - start <= nanos) {
            long began = System.nanoTime();
            long worked = THREADS.getCurrentThreadCpuTime();
            decide(policy, seen, each.size());
            processor.add(THREADS.getCurrentThreadCpuTime() - worked);
            each.add(System.nanoTime() - began);
        }
        return new Spent(median(each), median(processor));
    }

    private static double median(List<Long> nanos) {
        var sorted = nanos.stream().sorted().toList();
        return sorted.get(sorted.size() / 2) / 1e6;
    }

    private static void decide(OwnerPolicy policy, OwnerObservation seen, int round) {
        var plan = policy.decide(seen);
        if (plan.targets().size() != seen.types().size())
            throw new IllegalStateException("round %d: a plan for other types".formatted(round));
    }

    /** What a policy sees of a user with so many workflows, each of about so many open tasks, and so many machines. */
    public static OwnerObservation observation(int workflows, int tasksOfEach, int machines, long seed) {
        var random = new SplittableRandom(seed);
        var seen = new ArrayList<SeenWorkflow>();
        var reserved = new ArrayList<Reserved>();
        for (int i = 0; i < workflows; i++) {
            var family = FAMILIES.get(i % FAMILIES.size());
            var timed = RunTimeRule.WORKLOAD_I.apply(
                    TimedWorkflow.of(family.draw(tasksOfEach + tasksOfEach / 5, random), 2), random);
            seen.add(workflow("w" + i, timed, random, reserved, machines));
        }
        while (reserved.size() < machines) reserved.add(machine(reserved.size(), List.of()));
        var types = new ArrayList<SeenType>();
        for (MachineType type : FleetScenario.smallAndLarge(machines, INTERVAL))
            types.add(new SeenType(type, type.price(), machines / 2, machines / 2));
        return new OwnerObservation(
                NOW,
                INTERVAL,
                true,
                new Owner("user-1"),
                new Money(BigDecimal.valueOf(6L * machines)),
                new Money(BigDecimal.valueOf(3L * machines)),
                true,
                types,
                reserved,
                seen,
                List.of(new Ended("mProjectPP", 0, 50, 70), new Ended("Inspiral", 1, 40, 640)),
                seed,
                PolicyMemory.NONE);
    }

    /** The first tasks are done, as many as make it look like a workflow in the middle of its life; some of the next run. */
    private static SeenWorkflow workflow(
            String id, TimedWorkflow timed, SplittableRandom random, List<Reserved> reserved, int machines) {
        var shape = timed.shape();
        int done = random.nextInt(Math.max(1, timed.size() / 3));
        var finished = new BitSet();
        finished.set(0, done);
        var running = new BitSet();
        for (int task = done; task < timed.size() && reserved.size() < machines && running.cardinality() < 2; task++) {
            if (Arrays.stream(shape.parents(task)).anyMatch(parent -> parent >= done)) continue;
            running.set(task);
            reserved.add(machine(reserved.size(), List.of(new Running(id, task, NOW.minusSeconds(3)))));
        }
        var graph = WorkGraph.of(
                IntStream.range(0, shape.size())
                        .mapToObj(task ->
                                Arrays.stream(shape.parents(task)).boxed().toList())
                        .toList(),
                IntStream.range(0, shape.size()).mapToObj(shape::kind).toList());
        return new SeenWorkflow(
                id,
                random.nextInt(10),
                NOW.minusSeconds(random.nextInt(600)),
                graph,
                finished,
                running,
                (task, type) -> timed.seconds(type, task));
    }

    private static Reserved machine(int number, List<Running> running) {
        return new Reserved(
                "m-" + number,
                number % 2,
                running.isEmpty() ? Supply.IDLE : Supply.BUSY,
                NOW,
                NOW.minusSeconds(5),
                running);
    }
}
