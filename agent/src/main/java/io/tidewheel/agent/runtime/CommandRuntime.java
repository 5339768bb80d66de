package io.tidewheel.agent.runtime;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.OptionalDouble;

/** Runs the commands of one kind for one slot, one at a time, on the thread of the slot. */
public interface CommandRuntime extends AutoCloseable {

    /** Runs the command and returns when nothing of it is left. Whatever is wrong with the command is told by the end. */
    CommandEnd run(CommandStep step);

    /**
     * How far a command is, from 0 to 1, by the lines that it printed last; empty if that cannot be said. Threads other than the slot's ask it.
     *
     * @param call whom to ask, and what that is told of the command, in the form of the protocol
     */
    default OptionalDouble estimate(ByteString call, List<String> lines) {
        return OptionalDouble.empty();
    }

    @Override
    default void close() {}
}
