package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.AgentSession;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The kinds of commands an agent can run. */
public interface Runtimes extends AutoCloseable {

    /** What they add to the capabilities of the agent, as far as it is known now. */
    List<String> capabilities();

    /** What they may come to add in a moment, or not: they are still finding out. */
    default List<String> undecided() {
        return List.of();
    }

    /** Has the action called each time they have found out whether they add something; it must not wait. */
    default void whenTheyKnowMore(Runnable action) {}

    /** Opens one of each kind for a slot, by name; called by the thread that will use them. A kind that is missing is not offered. */
    Map<String, CommandRuntime> open();

    /** Called now and then: mends what somebody else may have broken. */
    default void tend() {}

    @Override
    void close();

    /** Opens the runtimes for one life of an agent. */
    @FunctionalInterface
    interface Opener {
        Runtimes open(AgentSession session, ScratchRoot scratch) throws IOException;
    }
}
