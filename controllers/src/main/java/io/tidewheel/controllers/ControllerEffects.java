package io.tidewheel.controllers;

import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.SessionId;
import java.util.List;

/**
 * What a controller wants done since it was asked last, apart from chains to be made. The engine carries it out when what it stands on is durable.
 *
 * @param started somebody works on the run though no chain of it was leased
 * @param wakes there may be chains to be made, or nothing more to come
 * @param releases chains that are not wanted any more
 * @param words what agents are to be told, unasked
 */
public record ControllerEffects(boolean started, boolean wakes, List<ChainRelease> releases, List<AgentWord> words) {
    public static final ControllerEffects NONE = new ControllerEffects(false, false, List.of(), List.of());

    /** A chain of the run, by its index, that is to end as cancelled. */
    public record ChainRelease(int index, Reason why) {}

    /** What an agent is told of what it runs, in the form of the protocol. */
    public record AgentWord(SessionId agent, Payload word) {}

    public ControllerEffects {
        releases = List.copyOf(releases);
        words = List.copyOf(words);
    }

    public boolean isEmpty() {
        return !started && !wakes && releases.isEmpty() && words.isEmpty();
    }
}
