package io.tidewheel.agent;

import org.jspecify.annotations.Nullable;

/**
 * Work that an agent does inside its own process. A class that implements it, has a public constructor without parameters and
 * is on the agent's allow-list can be named by a task. Each call gets a new object.
 */
@FunctionalInterface
public interface JvmTask {

    /**
     * Does the work and returns its result, at most 256 KiB; null is an empty result. An exception makes the task fail with its
     * message. When the task is to end early its thread is interrupted, and {@link JvmContext#isStopping} answers true.
     */
    byte @Nullable [] call(byte[] input, JvmContext context) throws Exception;
}
