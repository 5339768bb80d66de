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
    private final Stage stage = Stage.withPrices(1, 5).budget(20);

    @BeforeEach
    void threeWorkflows() {
        workflow("w0", 2, 10, "a b c:ab d:c e:c", "b", "a", new double[][] {
            {20, 30}, {10, 8}, {30, 20}, {15, 25}, {40, 10}
        });
        workflow("w1", 5, 40, "a b c d:abc", "", "", new double[][] {{12, 6}, {9, 18}, {7, 7}, {50, 45}});
        workflow("w2", 0, 55, "a b:a", "", "", new double[][] {{5, 4}, {6, 12}});
        stage.now = Stage.NOON.plusSeconds(60);
        stage.busy("0", 0, new Running("w0", 0, Stage.NOON.plusSeconds(52)))
                .idle("1", 0)
                .idle("32", 1);
    }

    private void workflow(
            String id, int priority, long arrived, String tasks, String finished, String running, double[][] seconds) {
        var graph = Stage.graph(tasks);
        stage.workflow(new SeenWorkflow(
                id,
                priority,
                Stage.NOON.plusSeconds(arrived),
                graph,
                Stage.tasks(graph, finished),
                Stage.tasks(graph, running),
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
        var plan = stage.decide(new PlanningFirst(Ties.FIRST));
        assertThat(plan.purchases().stream().map(OwnerPlan.Purchase::type)).containsExactly(0, 1);
        assertThat(plan.releases()).isEmpty();
        assertThat(stage.costAfter(plan)).isEqualTo(Stage.money(13));
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
        ((Placement.Queues) plan.placement()).byMachine().forEach((machine, queue) -> {
            var text = new ArrayList<String>();
            for (var each : queue)
                text.add("%s.%d@%d-%d"
                        .formatted(
                                each.workflow(),
                                each.task(),
                                each.start().getEpochSecond() - Stage.NOON.getEpochSecond(),
                                each.finish().getEpochSecond() - Stage.NOON.getEpochSecond()));
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
        var plan = stage.decide(new ScalingFirst(Ties.FIRST));
        assertThat(plan.purchases().stream().map(OwnerPlan.Purchase::type)).containsExactly(0, 0, 0, 1, 1);
        assertThat(stage.costAfter(plan)).isLessThanOrEqualTo(Stage.money(20));
    }

    @Test
    void machinesForWhichNothingIsPlannedGo() {
        stage.workflows.clear();
        stage.machines.removeFirst();
        for (var policy : List.of(new PlanningFirst(Ties.RANDOM), new ScalingFirst(Ties.FASTEST)))
            assertThat(stage.decide(policy).releases().stream().map(OwnerPlan.Release::machine))
                    .containsExactly("1", "32");
    }

    @Test
    void onlyTheHeadOfAQueueStarts() {
        var plan = stage.decide(new PlanningFirst(Ties.FIRST));
        var queues = ((Placement.Queues) plan.placement()).named(Map.of("+0", "2", "+1", "33"));
        var idle = List.of(
                new Placer.Idle("1", 0), new Placer.Idle("2", 0), new Placer.Idle("32", 1), new Placer.Idle("33", 1));
        var starts = Placer.place(queues, stage.workflows, idle, new java.util.Random(1));
        assertThat(starts)
                .containsExactly(
                        new Placer.Start("w1", 1, "1"),
                        new Placer.Start("w1", 2, "2"),
                        new Placer.Start("w1", 0, "32"),
                        new Placer.Start("w2", 0, "33"));
        // What waits at the head lets nothing pass, and a finished head makes room.
        var later = List.of(stage.workflows.get(0), finished(stage.workflows.get(1), 0, 1, 2), stage.workflows.get(2));
        assertThat(Placer.place(queues, later, List.of(new Placer.Idle("2", 0)), new java.util.Random(1)))
                .isEmpty();
        assertThat(Placer.place(queues, later, List.of(new Placer.Idle("1", 0)), new java.util.Random(1)))
                .containsExactly(new Placer.Start("w1", 3, "1"));
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
