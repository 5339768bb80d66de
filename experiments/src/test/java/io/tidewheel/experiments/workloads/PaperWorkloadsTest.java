package io.tidewheel.experiments.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.workflow.imports.TaskGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PaperWorkloadsTest {
    @ParameterizedTest
    @CsvSource({"25, 5, 9", "100, 16, 62", "1000, 166, 662"})
    void montageHasAsManyImagesAndPairsAsPublished(int tasks, int images, int pairs) {
        var graph = WorkflowFamily.MONTAGE.draw(tasks, new SplittableRandom(1));
        assertThat(graph.tasks()).hasSize(tasks);
        assertThat(count(graph, "mProjectPP")).isEqualTo(images);
        assertThat(count(graph, "mDiffFit")).isEqualTo(pairs);
        assertThat(count(graph, "mBackground")).isEqualTo(images);
    }

    @ParameterizedTest
    @CsvSource({"MONTAGE, 9", "LIGO, 6", "SIPHT, 5"})
    void familiesHaveTheirLevels(WorkflowFamily family, int levels) {
        for (int tasks : new int[] {30, 62, 100, 250, 500}) {
            var drawn = TimedWorkflow.of(family.draw(tasks, new SplittableRandom(tasks)), 1);
            assertThat(drawn.shape().depth()).as("%s of %d", family, tasks).isEqualTo(levels);
        }
    }

    @ParameterizedTest
    @EnumSource(WorkflowFamily.class)
    void nobodyDrawsAWorkflowThatIsTooSmall(WorkflowFamily family) {
        assertThatThrownBy(() -> family.draw(family.least() - 1, new SplittableRandom(1)))
                .hasMessageContaining("at least " + family.least());
    }

    @Test
    void runTimesAreAsPublished() {
        var seconds = new ArrayList<Double>();
        var random = new SplittableRandom(3);
        for (int i = 0; i < 40; i++) {
            for (var task : WorkflowFamily.LIGO.draw(100, random).tasks())
                if (task.type().equals("Inspiral")) seconds.add(task.runtimeSeconds());
        }
        double mean =
                seconds.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double deviation = Math.sqrt(seconds.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .average()
                .orElseThrow());
        assertThat(mean).isCloseTo(460, within(15.0));
        assertThat(deviation).isCloseTo(131, within(6.0));
        assertThat(seconds).allSatisfy(each -> assertThat(each).isBetween(230.0, 690.0));
    }

    @Test
    void theThreeSetsHaveTheTasksOfTheReport() {
        int tasks = 0;
        for (int set = 0; set < PaperWorkloads.SETS; set++) {
            var workload = PaperWorkloads.paper(RunTimeRule.WORKLOAD_I, set, 1);
            assertThat(workload.workflows()).hasSize(200);
            tasks += workload.tasks();
        }
        assertThat(tasks).isEqualTo(44_340);
    }

    @Test
    void aSetIsAboutAsTheReportDescribesIt() {
        var sizes = new ArrayList<Integer>();
        var times = new ArrayList<Double>();
        double last = 0;
        for (int set = 0; set < PaperWorkloads.SETS; set++) {
            var workload = PaperWorkloads.paper(RunTimeRule.WORKLOAD_I, set, 1);
            last = Math.max(last, workload.workflows().getLast().arrival());
            for (var workflow : workload.workflows()) {
                sizes.add(workflow.size());
                for (int task = 0; task < workflow.size(); task++)
                    times.add((workflow.seconds(0, task) + workflow.seconds(1, task)) / 2);
            }
        }
        assertThat(sizes.stream().sorted().toList().get(300)).isBetween(32, 46);
        assertThat(times.stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                .isBetween(5.5, 7.0);
        assertThat(times.stream().sorted().toList().get(times.size() / 2)).isEqualTo(1.5);
        assertThat(last).as("about two hours").isBetween(5_500.0, 9_500.0);
    }

    @Test
    void theSlowerTypeIsAlwaysSmallInTheSecondWorkload() {
        for (var workflow : PaperWorkloads.paper(RunTimeRule.WORKLOAD_II, 0, 5).workflows())
            for (int task = 0; task < workflow.size(); task++)
                assertThat(workflow.seconds(0, task)).isGreaterThanOrEqualTo(workflow.seconds(1, task));
    }

    @Test
    void theSameSeedGivesTheSameWorkload() {
        var one = PaperWorkloads.paper(RunTimeRule.WORKLOAD_I, 1, 42);
        var other = PaperWorkloads.paper(RunTimeRule.WORKLOAD_I, 1, 42);
        assertThat(one.workflows()).hasSameSizeAs(other.workflows());
        for (int i = 0; i < one.workflows().size(); i++) {
            var left = one.workflows().get(i);
            var right = other.workflows().get(i);
            assertThat(left.name()).isEqualTo(right.name());
            assertThat(left.arrival()).isEqualTo(right.arrival());
            assertThat(Arrays.deepEquals(left.seconds(), right.seconds())).isTrue();
        }
    }

    private static long count(TaskGraph graph, String type) {
        return graph.tasks().stream().filter(task -> task.type().equals(type)).count();
    }
}
