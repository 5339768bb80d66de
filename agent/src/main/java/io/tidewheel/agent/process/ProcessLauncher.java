package io.tidewheel.agent.process;

/**
 * Starts processes for one slot, one at a time: the next start comes after the last one's {@code pump} has returned. It keeps
 * what can be reused between starts, so it belongs to one thread and outlives many processes.
 */
public interface ProcessLauncher extends AutoCloseable {

    StartOutcome start(ProcessSpec spec);

    @Override
    void close();
}
