package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Compares what a client was told with what the tasks did. */
final class RunVerdict {
    private RunVerdict() {}

    /**
     * Each task that leaves traces was begun at most once per attempt, and the attempt that counts came to its end. One attempt after the other
     * is begun only if the agent of the earlier one had lost its lease; when it comes back with what it runs, it is the earlier one that counts.
     * Answers how many attempts there were that do not count.
     *
     * @param accepted the attempts that count, by task
     * @param lost whether that life of an agent may have lost a lease
     */
    static int check(Map<Integer, Integer> accepted, TaskTraces effects, Predicate<String> lost) {
        int again = 0;
        for (var each : accepted.entrySet()) {
            int task = each.getKey();
            int counts = each.getValue();
            var begins = effects.of(task, "begin");
            assertThat(begins)
                    .as("attempts of task %d that began", task)
                    .extracting(TaskTraces.Trace::attempt)
                    .doesNotHaveDuplicates();
            assertThat(effects.of(task, "end"))
                    .as("the end of task %d", task)
                    .anyMatch(trace -> trace.attempt() == counts);
            for (var trace : begins) {
                if (trace.attempt() == counts) continue;
                again++;
                var earlier = trace.attempt() < counts ? trace.agent() : agentOf(begins, counts);
                assertThat(earlier)
                        .as("task %d was run again: %s", task, effects.of(task))
                        .matches(lost);
            }
        }
        return again;
    }

    private static String agentOf(List<TaskTraces.Trace> begins, int attempt) {
        return begins.stream()
                .filter(trace -> trace.attempt() == attempt)
                .map(TaskTraces.Trace::agent)
                .findFirst()
                .orElse("");
    }
}
