package io.tidewheel.autoscaling.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidewheel.autoscaling.elastic.OwnerObservation.Running;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The worked example: three workflows in the middle of their way, three machines, a budget of 20. */
class PlanBasedTest {
    private final OwnerStage stage = OwnerStage.withPrices(1, 5).budget(20);

    @BeforeEach
    void threeWorkflows() {
        workflow("w0", 2, 10, "a b c:ab d:c e:c", "b", "a", new double[][] {
            {20, 30}, {10, 8}, {30, 20}, {15, 25}, {40, 10}
        });
        workflow("w1", 5, 40, "a b c d:abc", "", "", new double[][] {{12, 6}, {9, 18}, {7, 7}, {50, 45}});
        workflow("w2", 0, 55, "a b:a", "", "", new double[][] {{5, 4}, {6, 12}});
        stage.now = OwnerStage.NOON.plusSeconds(60);
        stage.busy("0", 0, new Running("w0", 0, OwnerStage.NOON.plusSeconds(52)))
                .idle("1", 0)
                .idle("32", 1);
    }

    private void workflow(
            String id, int priority, long arrived, String tasks, String finished, String running, double[][] seconds) {
        var graph = OwnerStage.graph(tasks);
        stage.workflow(new SeenWorkflow(
                id,
                priority,
                OwnerStage.NOON.plusSeconds(arrived),
                graph,
                OwnerStage.tasks(graph, finished),
                OwnerStage.tasks(graph, running),
                (task, type) -> seconds[task][type]));
    }

    @Test
    void workflowsGetPursesByTheirPriority() {
        var purses = PlanningFirst.purses(stage.seen());
        assertThat(purses.get("w1")).isCloseTo(7.8, within(1e-9));
        assertThat(purses.get("w0")).isCloseTo(3.9, within(1e-9));
        assertThat(purses.get("w2")).isCloseTo(1.3, within(1e-9));
    }

    @Test
    void planningFirstBuysTheFastestTypeForEachTask() {
        var plan = stage.decide(new PlanningFirst(TieBreak.FIRST));
        assertThat(plan.purchases().stream().map(OwnerPlan.Purchase::type)).containsExactly(0, 1);
        assertThat(plan.releases()).isEmpty();
        assertThat(stage.costAfter(plan)).isEqualTo(OwnerStage.money(13));
        assertThat(queues(plan))
                .isEqualTo(new TreeMap<>(Map.of(
                        "0", "w0.2@72-102 w0.3@102-117",
                        "1", "w1.1@60-69 w1.3@69-119",
                        "+0", "w1.2@60-67 w0.4@102-142",
                        "32", "w1.0@60-66",
                        "+1", "w2.0@60-64 w2.1@64-76")));
    }

    private static Map<String, String> queues(OwnerPlan plan) {
        var queues = new TreeMap<String, String>();
        ((TaskPlacement.Queues) plan.placement()).byMachine().forEach((machine, queue) -> {
            var text = new ArrayList<String>();
            for (var each : queue)
                text.add("%s.%d@%d-%d"
                        .formatted(
                                each.workflow(),
                                each.task(),
                                each.start().getEpochSecond() - OwnerStage.NOON.getEpochSecond(),
                                each.finish().getEpochSecond() - OwnerStage.NOON.getEpochSecond()));
            queues.put(machine, String.join(" ", text));
        });
        return queues;
    }

    @Test
    void scalingFirstFitsTheLoadToTheBudget() {
        var seen = stage.seen();
        var load = ScalingFirst.load(seen);
        assertThat(load).containsExactly(49, 85);
        assertThat(ScalingFirst.supply(seen, load)).containsExactly(5, 3);
        var plan = stage.decide(new ScalingFirst(TieBreak.FIRST));
        assertThat(plan.purchases().stream().map(OwnerPlan.Purchase::type)).containsExactly(0, 0, 0, 1, 1);
        assertThat(stage.costAfter(plan)).isLessThanOrEqualTo(OwnerStage.money(20));
    }

    @Test
    void machinesForWhichNothingIsPlannedGo() {
        stage.workflows.clear();
        stage.machines.removeFirst();
        for (var policy : List.of(new PlanningFirst(TieBreak.RANDOM), new ScalingFirst(TieBreak.FASTEST)))
            assertThat(stage.decide(policy).releases().stream().map(OwnerPlan.Release::machine))
                    .containsExactly("1", "32");
    }

    @Test
    void onlyTheHeadOfAQueueStarts() {
        var plan = stage.decide(new PlanningFirst(TieBreak.FIRST));
        var queues = ((TaskPlacement.Queues) plan.placement()).named(Map.of("+0", "2", "+1", "33"));
        var idle = List.of(
                new TaskPlacer.Idle("1", 0),
                new TaskPlacer.Idle("2", 0),
                new TaskPlacer.Idle("32", 1),
                new TaskPlacer.Idle("33", 1));
        var starts = TaskPlacer.place(queues, stage.workflows, idle, new java.util.Random(1));
        assertThat(starts)
                .containsExactly(
                        new TaskPlacer.Start("w1", 1, "1"),
                        new TaskPlacer.Start("w1", 2, "2"),
                        new TaskPlacer.Start("w1", 0, "32"),
                        new TaskPlacer.Start("w2", 0, "33"));
        // What waits at the head lets nothing pass, and a finished head makes room.
        var later = List.of(stage.workflows.get(0), finished(stage.workflows.get(1), 0, 1, 2), stage.workflows.get(2));
        assertThat(TaskPlacer.place(queues, later, List.of(new TaskPlacer.Idle("2", 0)), new java.util.Random(1)))
                .isEmpty();
        assertThat(TaskPlacer.place(queues, later, List.of(new TaskPlacer.Idle("1", 0)), new java.util.Random(1)))
                .containsExactly(new TaskPlacer.Start("w1", 3, "1"));
    }

    private static SeenWorkflow finished(SeenWorkflow workflow, int... tasks) {
        var finished = new BitSet();
        for (int task : tasks) finished.set(task);
        return new SeenWorkflow(
                workflow.id(),
                workflow.priority(),
                workflow.arrived(),
                workflow.graph(),
                finished,
                new BitSet(),
                workflow.runTimes());
    }
}
