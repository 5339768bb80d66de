package io.tidewheel.agent.runtime;

import org.jspecify.annotations.Nullable;

/** What the runtimes of one slot share; all of them are used by the same thread. */
public final class SlotTools {
    private final AgentTools agent;
    private final StandardInput input;
    private @Nullable ProcessRun processes;

    SlotTools(AgentTools agent) {
        this.agent = agent;
        this.input = new StandardInput(agent.settings().ownInput());
    }

    /** Starts processes, one at a time. */
    ProcessRun processes() {
        var known = processes;
        if (known != null) return known;
        var opened = agent.processes();
        processes = opened;
        return opened;
    }

    StandardInput input() {
        return input;
    }
}
