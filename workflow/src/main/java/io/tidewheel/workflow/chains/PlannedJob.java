package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.JobAction;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * An iterative job that can be begun now. How many partitions it will have, nobody knows beforehand.
 *
 * @param count the variable, with its rounds, that is to be told how many iterations were done
 * @param partition the command of each partition, by its number: alike but for the names of its outputs; the same whenever it is asked for
 */
public record PlannedJob(JobAction.Effort effort, Optional<String> count, IntFunction<PlannedExecutable> partition) {}
