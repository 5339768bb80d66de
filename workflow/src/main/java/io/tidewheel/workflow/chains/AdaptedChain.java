package io.tidewheel.workflow.chains;

import java.util.List;

/**
 * A chain that takes the place of one that was planned, or of several, or of a part of one.
 *
 * @param key its name within the run; of one with actions, the first of them
 * @param actions those of the planned chains that it has; may be none
 */
public record AdaptedChain(String key, List<String> actions) {
    public AdaptedChain {
        actions = List.copyOf(actions);
    }
}
