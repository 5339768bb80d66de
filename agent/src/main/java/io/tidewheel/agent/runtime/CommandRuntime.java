package io.tidewheel.agent.runtime;

/** Runs the commands of one kind for one slot, one at a time, on the thread of the slot. */
public interface CommandRuntime extends AutoCloseable {

    /** Runs the command and returns when nothing of it is left. Whatever is wrong with the command is told by the end. */
    CommandEnd run(CommandStep step);

    @Override
    default void close() {}
}
