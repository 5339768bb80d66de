package io.tidewheel.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a server writes down of agents and of itself, as a part of {@link TurnChanges}. Filled and handed over by one thread. */
public final class AgentChanges {
    private final List<AgentRecord> present = new ArrayList<>();
    private final List<SessionId> gone = new ArrayList<>();
    private final List<SessionId> drained = new ArrayList<>();
    private final List<ServerNumber> drainedServers = new ArrayList<>();
    private final List<ServerNumber> forgotten = new ArrayList<>();
    private Optional<ServerRecord> self = Optional.empty();

    /** Agents that this server hears, new or changed. */
    public List<AgentRecord> present() {
        return present;
    }

    /** Agents that this server does not hear any more. What another server has written down meanwhile stays. */
    public List<SessionId> gone() {
        return gone;
    }

    /** Agents of other servers that are to be drained. */
    public List<SessionId> drained() {
        return drained;
    }

    /** Servers that are to be drained. */
    public List<ServerNumber> drainedServers() {
        return drainedServers;
    }

    /** Servers that have been gone for so long that nobody expects the agents back which they had written down. */
    public List<ServerNumber> forgotten() {
        return forgotten;
    }

    /** How this server stands, if that has changed; needed whenever {@link #present} or {@link #gone} say something. */
    public Optional<ServerRecord> self() {
        return self;
    }

    public void self(ServerRecord now) {
        self = Optional.of(now);
    }

    public boolean isEmpty() {
        return present.isEmpty()
                && gone.isEmpty()
                && drained.isEmpty()
                && drainedServers.isEmpty()
                && forgotten.isEmpty()
                && self.isEmpty();
    }
}
