package io.tidewheel.cli.verbs;

import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The columns of a list of tasks: one for each field that is known of a task, under the names that REST uses. */
final class TaskColumns {
    static final List<TableColumn<JsonNode>> ALL = Stream.of(
                    "index",
                    "state",
                    "reason",
                    "parameter",
                    "agent",
                    "host",
                    "attempt",
                    "failures",
                    "losses",
                    "added",
                    "started",
                    "finished",
                    "waitSeconds",
                    "runSeconds",
                    "cpuSeconds",
                    "peakMemoryBytes",
                    "exitCode",
                    "signal",
                    "stdoutBytes",
                    "stderrBytes",
                    "message")
            .map(name -> TableColumn.<JsonNode>of(name, task -> RunColumns.text(task, name)))
            .toList();

    private TaskColumns() {}
}
