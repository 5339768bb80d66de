package io.tidewheel.workflow;

import io.tidewheel.model.JobSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An iterative job as a step: a service that is to do a number of independent iterations, split over whoever is there. Every partition calls
 * the service once, with outputs of its own; an output of the action is the list of what the partitions made.
 */
public record JobAction(
        String id,
        String service,
        Effort effort,
        List<ActionInput> inputs,
        List<ActionOutput> outputs,
        List<String> dependsOn,
        Optional<Condition> when,
        Optional<ActionRetries> retries,
        ExecutableTimeLimits limits,
        SourcePlace place)
        implements Action {
    /** The output that every job has: what its partitions wrote to the file that TIDEWHEEL_RESULT names. */
    public static final String RESULT = "result";
    /** The output that every job has: how many iterations were done. */
    public static final String ITERATIONS = "iterations";

    /**
     * How much is to be done, and how.
     *
     * @param mostFailures when more of its tasks than this have failed, it is given up
     */
    public record Effort(JobSize size, int mostFailures) {
        public long iterations() {
            return size.iterations();
        }

        public Optional<Duration> targetTime() {
            return size.target();
        }

        public int partitions() {
            return size.partitions();
        }
    }

    public JobAction {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        dependsOn = List.copyOf(dependsOn);
    }

    /** The same action, begun after other actions and under another condition. */
    public JobAction after(List<String> others, Optional<Condition> condition) {
        return new JobAction(id, service, effort, inputs, outputs, others, condition, retries, limits, place);
    }

    /** The call of the service that each partition is. */
    public ExecuteAction call() {
        return new ExecuteAction(id, service, inputs, outputs, dependsOn, when, retries, limits, place);
    }

    /** Whether an output is one that every job has, and not one of the service, which goes first. */
    public static boolean isOwn(String output, Service service) {
        boolean named = output.equals(RESULT) || output.equals(ITERATIONS);
        return named && service.parameter(output, Direction.OUTPUT).isEmpty();
    }
}
