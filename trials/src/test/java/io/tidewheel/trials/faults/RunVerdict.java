package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Predicate;

/** Compares what a client was told with what the tasks did. */
final class RunVerdict {
    private RunVerdict() {}

    /**
     * Each task that leaves traces was begun at most once per attempt, and the attempt that counts is the last one and came to its end. An
     * attempt that does not count was on an agent that had lost its lease. Answers how many there were of those.
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
                assertThat(trace.attempt()).isLessThan(counts);
                assertThat(trace.agent())
                        .as("task %d was run again: %s", task, effects.of(task))
                        .matches(lost);
            }
        }
        return again;
    }
}
