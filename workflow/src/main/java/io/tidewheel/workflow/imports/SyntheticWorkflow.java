package io.tidewheel.workflow.imports;

import io.tidewheel.workflow.imports.TaskGraph.Task;
import io.tidewheel.workflow.text.FreeValues;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A workflow that does what a graph did without doing it: each task sleeps for as long as it took, in the same order.
 *
 * @param workflow the text of the workflow
 * @param services the text of its services, one for each type of task
 */
public record SyntheticWorkflow(String workflow, String services) {
    private static final int DIGITS = 6;

    /** @param speed by how much the tasks are faster than they were */
    public static SyntheticWorkflow of(TaskGraph graph, double speed) {
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw new IllegalArgumentException("the speed is more than 0, not " + speed);
        }
        return new SyntheticWorkflow(workflow(graph, speed), services(graph));
    }

    private static String workflow(TaskGraph graph, double speed) {
        var text = new StringBuilder("api: 4.7.0\n");
        if (!graph.name().isEmpty())
            text.append("name: ").append(quoted(graph.name())).append('\n');
        text.append("actions:\n");
        for (var task : graph.tasks()) {
            text.append("  - type: execute\n    id: ")
                    .append(quoted(task.id()))
                    .append("\n    service: ")
                    .append(quoted(task.type()))
                    .append("\n    inputs: [{id: seconds, value: ")
                    .append(seconds(task.runtimeSeconds() / speed))
                    .append("}]\n");
            if (!task.parents().isEmpty()) {
                text.append("    dependsOn: ").append(list(task.parents())).append('\n');
            }
        }
        return text.toString();
    }

    private static String seconds(double seconds) {
        return new BigDecimal(seconds)
                .setScale(DIGITS, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String services(TaskGraph graph) {
        Map<String, Long> types = graph.tasks().stream()
                .collect(Collectors.groupingBy(Task::type, LinkedHashMap::new, Collectors.counting()));
        var text = new StringBuilder();
        types.forEach((type, count) -> text.append("- id: ")
                .append(quoted(type))
                .append("\n  name: ")
                .append(quoted(type))
                .append("\n  description: \"Sleeps as long as the task took; %d of this type\"".formatted(count))
                .append("\n  path: sleep\n  runtime: sleep\n  parameters:\n")
                .append("    - {id: seconds, name: Seconds, description: How long, type: input, cardinality:"
                        + " 1..1, dataType: float}\n"));
        return text.toString();
    }

    private static String quoted(String text) {
        return FreeValues.quoted(text);
    }

    private static String list(List<String> texts) {
        return texts.stream().map(FreeValues::quoted).collect(Collectors.joining(", ", "[", "]"));
    }
}
