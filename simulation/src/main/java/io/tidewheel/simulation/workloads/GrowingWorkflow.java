package io.tidewheel.simulation.workloads;

import java.util.function.Supplier;

/**
 * A workflow that comes apart into tasks only while it is played, in the way in which a server unfolds it.
 *
 * @param course begins it anew, for each play
 */
public record GrowingWorkflow(String name, Supplier<WorkflowPlay> course) {}
