package io.tidewheel.autoscaling.elastic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.random.RandomGenerator;

/** Puts tasks that can start on idle machines, as a {@link TaskPlacement} says. */
public final class TaskPlacer {
    /**
     * A machine, or a slot of one, that has nothing to do.
     *
     * @param paidSeconds for how long it is paid for from now on
     */
    public record Idle(String machine, int type, double paidSeconds) {
        /** One of which nobody knows until when it is paid for. */
        public Idle(String machine, int type) {
            this(machine, type, Double.MAX_VALUE);
        }
    }

    /** A task starts on a machine. */
    public record Start(String workflow, int task, String machine) {}

    private static final Comparator<SeenWorkflow> IN_ORDER =
            Comparator.comparingInt(SeenWorkflow::priority).reversed().thenComparing(SeenWorkflow::arrived);

    private static final double TINY = 1e-6;

    private TaskPlacer() {}

    /** What starts now. Workflows that arrived at the same time come in the order of the list. */
    public static List<Start> place(
            TaskPlacement how, List<SeenWorkflow> workflows, List<Idle> idle, RandomGenerator random) {
        if (idle.isEmpty() || workflows.isEmpty()) return List.of();
        return switch (how) {
            case TaskPlacement.InOrder _ -> inOrder(workflows, idle, random);
            case TaskPlacement.Queues queues -> fromQueues(queues, workflows, idle);
            case TaskPlacement.NearestEndFirst nearest -> nearestEndFirst(nearest, workflows, idle);
        };
    }

    private static List<Start> inOrder(List<SeenWorkflow> workflows, List<Idle> idle, RandomGenerator random) {
        var left = new ArrayList<>(idle);
        var starts = new ArrayList<Start>();
        for (var workflow : workflows.stream().sorted(IN_ORDER).toList()) {
            for (int task = 0; task < workflow.graph().size(); task++) {
                if (left.isEmpty()) return starts;
                if (!workflow.isEligible(task)) continue;
                // Any of them: if one type were always preferred, nothing would be learned of the others.
                var chosen = takeAny(left, random);
                starts.add(new Start(workflow.id(), task, chosen.machine()));
            }
        }
        return starts;
    }

    private static Idle takeAny(List<Idle> left, RandomGenerator random) {
        int place = random.nextInt(left.size());
        var chosen = left.get(place);
        left.set(place, left.getLast());
        left.removeLast();
        return chosen;
    }

    private static List<Start> fromQueues(TaskPlacement.Queues queues, List<SeenWorkflow> workflows, List<Idle> idle) {
        var byId = new LinkedHashMap<String, SeenWorkflow>();
        workflows.forEach(workflow -> byId.put(workflow.id(), workflow));
        var starts = new ArrayList<Start>();
        for (var machine : idle) {
            for (var planned : queues.byMachine().getOrDefault(machine.machine(), List.of())) {
                var workflow = byId.get(planned.workflow());
                if (workflow == null || workflow.isFinished(planned.task()) || workflow.isRunning(planned.task()))
                    continue;
                if (workflow.isEligible(planned.task()))
                    starts.add(new Start(planned.workflow(), planned.task(), machine.machine()));
                break; // nothing overtakes the head of a queue
            }
        }
        return starts;
    }

    private record Candidate(SeenWorkflow workflow, TaskRanks ranks, double key) {}

    private static List<Start> nearestEndFirst(
            TaskPlacement.NearestEndFirst how, List<SeenWorkflow> workflows, List<Idle> idle) {
        var candidates = workflows.stream()
                .map(workflow -> {
                    var ranks = TaskRanks.of(workflow, how.learned()::seconds);
                    return new Candidate(
                            workflow,
                            ranks,
                            TaskPlacement.NearestEndFirst.key(
                                    workflow, ranks, how.fleet(), how.perPriority(), how.overdue()));
                })
                .sorted(Comparator.comparingDouble(Candidate::key)
                        .thenComparing(each -> each.workflow().arrived()))
                .toList();
        var left = new ArrayList<>(idle);
        var starts = new ArrayList<Start>();
        for (var candidate : candidates) {
            for (int task : candidate.ranks().eligibleByRank(candidate.workflow())) {
                if (left.isEmpty()) return starts;
                var chosen = takeBest(candidate.workflow().graph().kind(task), left, how);
                starts.add(new Start(candidate.workflow().id(), task, chosen.machine()));
            }
        }
        return starts;
    }

    private static Idle takeBest(String kind, List<Idle> left, TaskPlacement.NearestEndFirst how) {
        int best = 0;
        double least = Double.MAX_VALUE;
        for (int place = 0; place < left.size(); place++) {
            double cost = cost(kind, left.get(place), how);
            if (cost < least) {
                least = cost;
                best = place;
            }
        }
        return left.remove(best);
    }

    /** How long a task would take on a machine, and more if the machine has to be paid for again because of it. */
    private static double cost(String kind, Idle idle, TaskPlacement.NearestEndFirst how) {
        double seconds = how.learned().seconds(kind, idle.type());
        var type = how.types().get(idle.type());
        double over = seconds - idle.paidSeconds();
        // Of machines that would do equally well, the one whose time is over first: the others may be let go later, or
        // do longer tasks.
        if (over <= 0) return seconds + Math.min(idle.paidSeconds(), 1e6) * TINY;
        double times = Math.ceil(over / IntervalPlanner.seconds(type.billing().interval()));
        return seconds + how.secondsPerMoney() * times * type.price().amount().doubleValue() + over * TINY;
    }
}
