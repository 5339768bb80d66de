package io.tidewheel.experiments.cluster;

/**
 * What a cluster of many databases is to be like.
 *
 * @param servers each with a database of its own
 * @param agents each with one slot
 * @param seconds how long it works, in virtual time
 * @param lends whether idle agents go to where work waits
 */
public record ClusterSetting(int servers, int agents, int seconds, RunSpread spread, boolean lends, long seed) {
    /** Which database gets a run. */
    public enum RunSpread {
        /** Chosen by the owner and the key of the run. */
        BY_RUN,
        /** Chosen by the owner: whoever it is finds all that is theirs at one place. */
        BY_OWNER
    }

    public ClusterSetting {
        if (servers < 1 || agents < servers || seconds < 1) {
            throw new IllegalArgumentException(
                    "there is at least one server, an agent for each, and a second, but there are %d servers, %d agents and %d s"
                            .formatted(servers, agents, seconds));
        }
    }
}
